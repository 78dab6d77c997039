"use strict";
(() => {
  const by = (id) => document.getElementById(id);
  const data = JSON.parse(by("data").textContent);
  const last = data.frames.length - 1, time = by("time"), pieces = document.querySelector("#board .pieces");
  const told = [...document.querySelectorAll(".story [data-t]")];
  let at = -1, timer = null;

  function show(t, follow) {
    t = Math.max(0, Math.min(last, Math.round(t) || 0));
    if (t === at) return;
    at = t;
    if (pieces) pieces.innerHTML = data.frames[t].map((one) => data.pool[one]).join("");
    follows();
    time.value = String(t);
    time.setAttribute("aria-valuetext", `moment ${t} of ${last}, turn ${data.turns[t]}`);
    by("clock").textContent = `Turn ${data.turns[t]}, moment ${t} of ${last}`;
    by("now").textContent = told[t] ? outward(told[t].textContent) : "";
    for (const one of document.querySelectorAll(".story [aria-current]")) one.removeAttribute("aria-current");
    if (told[t]) { told[t].setAttribute("aria-current", "true"); if (follow !== false) { const box = told[t].parentElement; box.scrollTop = told[t].offsetTop - box.offsetTop - box.clientHeight / 2; } }
    // What else could have been done belongs to the decision that comes next, or to the one just done.
    const asked = data.asked.includes(t) ? t : data.asked.includes(t - 1) ? t - 1 : -1;
    for (const one of document.querySelectorAll("#instead > [data-asked]")) one.hidden = Number(one.dataset.asked) !== asked;
    for (const one of document.querySelectorAll(".cursor")) one.setAttribute("transform", `translate(${last ? 1000 * t / last : 0} 0)`);
    try { history.replaceState(null, "", `#t=${t}`); } catch (refused) { /* a file in a frame has no history */ }
  }

  // Text that stands alone begins at its edge.
  function outward(text) {
    const lines = text.split("\n"), ins = lines.filter((one) => one.trim()).map((one) => one.search(/\S/));
    return lines.map((one) => one.slice(Math.min(...ins))).join("\n");
  }

  // Where the board is wider than its frame, whoever acts is brought into sight, and at first whoever stands there.
  function follows() {
    const around = document.querySelector("#board .board-scroll");
    const one = document.querySelector("#board .figure.asked") || document.querySelector("#board .figure:not(.out)");
    if (!around || !one) return;
    const [outer, inner] = [around.getBoundingClientRect(), one.getBoundingClientRect()];
    if (inner.left < outer.left || inner.right > outer.right) around.scrollLeft += inner.left - outer.left - outer.width / 2;
    if (inner.top < outer.top || inner.bottom > outer.bottom) around.scrollTop += inner.top - outer.top - outer.height / 2;
  }

  const next = (list) => { const one = list.find((t) => t > at); if (one !== undefined) show(one); };
  const previous = (list) => { const one = [...list].reverse().find((t) => t < at); if (one !== undefined) show(one); };
  function stop() { clearInterval(timer); timer = null; by("play").textContent = "Play"; }
  function play() {
    if (timer) { stop(); return; }
    if (at >= last) show(0);
    by("play").textContent = "Pause";
    timer = setInterval(() => { if (at >= last) stop(); else show(at + 1); }, 700);
  }

  const does = { play, step: () => show(at + 1), "step-back": () => show(at - 1), harm: () => next(data.harm), turn: () => next(data.starts), shift: () => next(data.shifts) };
  document.addEventListener("click", (event) => {
    const one = event.target.closest("button");
    if (one && one.id === "counts") one.setAttribute("aria-pressed", String(by("story").classList.toggle("all")));
    if (one && does[one.id]) does[one.id]();
    else if (one && one.dataset.t !== undefined) show(Number(one.dataset.t), false);
    else {
      const strip = event.target.closest(".strip");
      if (strip) { const box = strip.getBoundingClientRect(); show(last * (event.clientX - box.left) / box.width); }
    }
  });
  time.addEventListener("input", () => show(Number(time.value)));
  // Keys count only while nothing else has a use for them.
  const keys = { " ": play, ArrowRight: does.step, ArrowLeft: does["step-back"], e: does.harm, q: () => previous(data.harm), t: does.turn, s: does.shift, a: () => previous(data.shifts) };
  document.addEventListener("keydown", (event) => {
    const busy = event.target.closest("button, input, summary, a, [contenteditable]");
    if (busy || event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
  const address = () => { const found = /^#t=(\d+)$/.exec(location.hash); return found ? Number(found[1]) : null; };
  window.addEventListener("resize", follows);
  window.addEventListener("hashchange", () => { if (address() !== null) show(address()); });
  show(address() ?? 0);
})();
