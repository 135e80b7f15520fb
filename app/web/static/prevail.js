// Comfort only: every page works without this file.
"use strict";

(() => {
  const panel = document.querySelector(".panel");

  /** Marks the links of the evidence that is shown and brings its box into view. */
  const follow = () => {
    if (!panel) return;
    const chosen = panel.querySelector(".evidence:target") || panel.querySelector(".evidence");
    for (const link of document.querySelectorAll('a[href^="#evidence-"]')) {
      if (link.hash === "#" + chosen.id) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    const sticky = getComputedStyle(panel).position === "sticky";
    const words = chosen.querySelector(".sheet .box, mark");
    const show = () => {
      if (!words || !sticky) return;
      const inside = words.getBoundingClientRect(), frame = panel.getBoundingClientRect();
      panel.scrollTop += inside.top - frame.top - frame.height / 3;
    };
    const image = chosen.querySelector(".sheet img");
    if (image && !image.complete) image.addEventListener("load", show, { once: true });
    show();
  };

  /** On wide screens the panel is beside the answer: choosing a citation must not scroll the page. */
  const choose = (event) => {
    const link = event.target.closest('a[href^="#evidence-"]');
    if (!link || !panel || getComputedStyle(panel).position !== "sticky") return;
    event.preventDefault();
    const { scrollX, scrollY } = window;
    location.hash = link.hash;
    window.scrollTo({ left: scrollX, top: scrollY, behavior: "instant" });
  };

  const keys = (event) => {
    if (event.target.closest("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "/") {
      const box = document.querySelector("textarea[name=q], input[type=search], input[name=q]");
      if (box) { event.preventDefault(); box.focus(); }
    } else if (/^[1-9]$/.test(event.key)) {
      document.querySelector(`a.cite[href="#evidence-${event.key}"]`)?.click();
    }
  };

  /** Enter asks, Shift+Enter breaks the line. */
  const enter = (event) => {
    if (event.target.name === "q" && event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      event.target.form.requestSubmit();
    }
  };

  /** The events of a stream as they come: [name, data]. */
  async function* events(body) {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let held = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      held += value.replaceAll("\r\n", "\n");
      for (let end = held.indexOf("\n\n"); end >= 0; end = held.indexOf("\n\n")) {
        const lines = held.slice(0, end).split("\n");
        held = held.slice(end + 2);
        const field = (name) => lines.filter((line) => line.startsWith(name + ":")).map((line) => line.slice(name.length + 1).trimStart()).join("\n");
        if (field("event")) yield [field("event"), JSON.parse(field("data"))];
      }
    }
  }

  /** Asks over a stream, shows the words as they come, then opens the kept answer; any failure asks the plain way. */
  const ask = async (form, coming) => {
    const said = Object.fromEntries([...new FormData(form)].filter(([, value]) => value));
    const body = { question: said.q, project: said.project, as_of: said.as_of, known_at: said.known_at };
    const answer = await fetch(form.dataset.streams, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "text/event-stream" },
      body: JSON.stringify(body),
    });
    if (!answer.ok || !(answer.headers.get("content-type") || "").startsWith("text/event-stream")) throw new Error("no stream");
    coming.replaceChildren();
    coming.hidden = false;
    const words = coming.appendChild(document.createElement("p"));
    words.dir = "auto";
    for await (const [name, data] of events(answer.body)) {
      if (name === "restart") words.replaceChildren();
      if (name === "token") words.append(data.text);
      if (name === "done" && data.receipt_id) {
        const kept = new URLSearchParams({ receipt: data.receipt_id });
        location.assign("/?" + kept);
        return;
      }
    }
    throw new Error("the stream ended early");
  };

  const submit = (event) => {
    const form = event.target;
    const who = form.querySelector("[data-remember=by]");
    if (who?.value) localStorage.setItem("by", who.value);
    form.setAttribute("aria-busy", "true");
    const coming = document.querySelector(".coming");
    if (!form.dataset.streams || !coming || !window.TextDecoderStream) return;
    event.preventDefault();
    ask(form, coming).catch(() => form.submit());
  };

  /** Shows how a run of reading goes on, and the page of its end. */
  const watch = (section) => {
    const source = new EventSource(section.dataset.job);
    const bar = section.querySelector("progress");
    const show = (event) => {
      const run = JSON.parse(event.data);
      section.querySelector("[data-stage]").textContent = run.stage || run.error || "";
      section.querySelector("[data-count]").textContent = run.total ? `${run.done} / ${run.total}` : "";
      if (run.total) { bar.max = run.total; bar.value = run.done; } else bar.removeAttribute("value");
    };
    source.addEventListener("progress", show);
    source.addEventListener("done", (event) => { show(event); source.close(); location.reload(); });
  };

  document.addEventListener("click", choose);
  document.addEventListener("keydown", keys);
  document.addEventListener("keydown", enter);
  document.addEventListener("submit", submit);
  window.addEventListener("pageshow", () => document.querySelector("form[aria-busy]")?.removeAttribute("aria-busy"));
  window.addEventListener("hashchange", follow);
  for (const field of document.querySelectorAll("[data-remember=by]")) field.value ||= localStorage.getItem("by") || "";
  for (const section of document.querySelectorAll("[data-job]")) watch(section);
  const here = document.querySelector(".top nav [aria-current]");
  if (here) here.parentElement.scrollLeft = here.offsetLeft - 60;
  follow();
})();
