// The language of fray for the highlighter of these pages. The words are those of the grammar; `tests/it/book.rs` compares.
"use strict";
(() => {
  const declarations = "pack unit symbols kind table setting attribute note track state slot value outcome function condition relation fact card check question option action every deed reaction turn figure map scenario test words";
  const members = "extends plural when phase side covers replace remove add expect ask order place says reads roll cards lasts group stacks tags with does require change set gain lose by takes counts as at on to from for in legend fill start limit plays wields board scale cells license from";
  const operators = "and or not if then else case let where is has round up down";
  const fray = () => ({
    name: "fray",
    keywords: { keyword: `${declarations} ${members}`, built_in: operators, literal: "true false yes no none" },
    contains: [
      { className: "comment", begin: /#/, end: /$/ },
      { className: "string", begin: /"/, end: /"|$/, contains: [{ begin: /\\./ }, { className: "subst", begin: /\{/, end: /\}/ }] },
      { className: "meta", begin: /@("[^"]*"|[\w.\-/:]+)/ },
      { className: "number", begin: /\b\d+d\d+\b|\b\d+(\.\d+)?\b/ },
      { className: "operator", begin: /!=|<=|>=|\.\.|[-+*/=<>]/ },
    ],
  });
  const paint = () => {
    const light = window.hljs;
    if (!light || !light.registerLanguage) return;
    light.registerLanguage("fray", fray);
    for (const code of document.querySelectorAll("code.language-fray")) {
      if (light.highlightElement) { code.removeAttribute("data-highlighted"); light.highlightElement(code); } else light.highlightBlock(code);
    }
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", paint); else paint();
})();
