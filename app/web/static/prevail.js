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
      const box = document.querySelector("textarea[name=q], input[name=q]");
      if (box) { event.preventDefault(); box.focus(); }
    } else if (/^[1-9]$/.test(event.key)) {
      document.querySelector(`a.cite[href="#evidence-${event.key}"]`)?.click();
    }
  };

  /** Enter asks, Shift+Enter breaks the line. */
  const submit = (event) => {
    if (event.target.name === "q" && event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      event.target.form.requestSubmit();
    }
  };

  document.addEventListener("click", choose);
  document.addEventListener("keydown", keys);
  document.addEventListener("keydown", submit);
  document.addEventListener("submit", (event) => event.target.setAttribute("aria-busy", "true"));
  window.addEventListener("pageshow", () => document.querySelector("form[aria-busy]")?.removeAttribute("aria-busy"));
  window.addEventListener("hashchange", follow);
  follow();
})();
