// The table in the browser: fetches regions, shows what an order would be, says what is chosen. All text comes escaped.
"use strict";
(() => {
  const by = (id) => document.getElementById(id);
  let supposed = null, at = 0, busy = false, past = false, chosen = null, stream = null, asking = 0, pointed = 0, cursor = "", resting = 0, shown = null, heard = 0, again = 0;
  const PATIENCE = 20000;

  // A lost network answers nothing at all: after a while it is asked again.
  function ask(path, more) {
    const given = new AbortController();
    setTimeout(() => given.abort(), PATIENCE);
    return fetch(path, { credentials: "same-origin", signal: given.signal, ...more });
  }
  const post = (path, body) => ask(path, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });

  // The key stands behind the #: it never leaves in an address, and becomes a cookie that no script can read.
  async function enter() {
    const key = location.hash.slice(1);
    if (!key) return;
    const answer = await post("/enter", { key });
    if (answer.ok) location.replace("/"); else by("knock").textContent = "This is not the key of this table. The terminal shows it.";
  }

  function put(id, html) {
    const place = by(id);
    if (!place || place.dataset.html === html) return;
    const focus = place.contains(document.activeElement) ? document.activeElement.id : null;
    const opened = [...place.querySelectorAll("details[open][id]")].map((one) => one.id);
    place.innerHTML = html;
    place.dataset.html = html;
    for (const id of opened) if (by(id)) by(id).open = true;
    if (focus) (by(focus) || by("ask")).focus({ preventScroll: true });
  }

  async function view() {
    clearTimeout(again);
    let seen = null;
    try {
      const answer = await ask("/view");
      if (answer.status === 401) { lose("This seat is no longer known: open its link again."); return; }
      if (answer.ok) seen = await answer.json();
    } catch (wrong) { /* no network */ }
    if (!seen) { lose("The table does not answer. This page tries again."); again = setTimeout(view, 2000); return; }
    lose("");
    if (seen.at < at) return;
    const isNew = seen.at !== at;
    at = seen.at;
    for (const [id, html] of Object.entries(seen.regions)) if (!(past && id === "board")) put(id, html);
    const board = document.querySelector("#board svg.board");
    if (board) for (const [name, value] of [["tabindex", "0"], ["role", "application"], ["aria-describedby", "board-keys"]]) board.setAttribute(name, value);
    edges();
    if (isNew) { leave(); unpoint(); cursor = ""; center(); by("story").scrollTop = by("story").scrollHeight; }
  }

  function lose(why) {
    const lost = by("lost");
    if (!lost) return;
    lost.textContent = why;
    lost.hidden = !why;
  }

  // Where the board is wider than the screen, the one who is asked is in its middle, or else whoever stands there first.
  function center(figure) {
    const around = document.querySelector("#board .board-scroll");
    const one = figure || document.querySelector("#board .figure.asked") || document.querySelector("#board .figure:not(.out)");
    if (!around || !one) return;
    const [outer, inner] = [around.getBoundingClientRect(), one.getBoundingClientRect()];
    around.scrollLeft += inner.left - outer.left - outer.width / 2;
    around.scrollTop += inner.top - outer.top - outer.height / 2;
    edges();
  }

  // Figures beyond the edges of what is seen of the board, each edge with the nearest first.
  function beyond() {
    const around = document.querySelector("#board .board-scroll"), found = { left: [], right: [], up: [], down: [] };
    if (!around) return found;
    const outer = around.getBoundingClientRect();
    for (const one of document.querySelectorAll("#board .figure:not(.out)")) {
      const inner = one.querySelector(".shape").getBoundingClientRect();
      const [x, y] = [inner.left + inner.width / 2, inner.top + inner.height / 2];
      const far = { left: outer.left - x, right: x - outer.right, up: outer.top - y, down: y - outer.bottom };
      const edge = Object.keys(far).find((edge) => far[edge] > 0);
      if (edge) found[edge].push([far[edge], one]);
    }
    for (const list of Object.values(found)) list.sort((a, b) => a[0] - b[0]);
    return found;
  }

  function edges() {
    const found = beyond(), sign = { left: "◀", right: "▶", up: "▲", down: "▼" };
    for (const one of document.querySelectorAll("#board .beyond")) {
      const edge = one.dataset.beyond, many = found[edge].length;
      one.hidden = !many;
      one.textContent = edge === "right" ? `${many} ${sign[edge]}` : `${sign[edge]} ${many}`;
      one.setAttribute("aria-label", `Show the nearest of ${many} further ${edge}`);
    }
  }

  async function say(line) {
    if (busy) return;
    busy = true;
    document.body.classList.add("busy");
    try {
      const answer = await post("/say", { at, line });
      if (answer.status === 409) { fail("The table has changed meanwhile: look again."); await view(); return; }
      if (!answer.ok) { fail(await answer.text()); await view(); return; }
      const said = await answer.json();
      const inPrompt = document.activeElement === by("line");
      if (said.html) by("answer").innerHTML = said.html; else by("answer").textContent = said.changed && !said.wrong ? "" : said.text;
      by("answer").className = said.wrong ? "refused" : "";
      tell(said.news);
      if (!said.wrong && by("line")) by("line").value = "";
      back();
      await view();
      if (shown !== null && said.changed) await sheet(shown);
      if (!inPrompt && said.changed) by("ask").focus({ preventScroll: true });
    } catch (wrong) { fail("The table does not answer. Whether it has heard you is seen when it does."); view(); }
    finally { busy = false; document.body.classList.remove("busy"); }
  }

  function fail(text) {
    by("answer").textContent = text;
    by("answer").className = "refused";
    tell(text);
  }

  function tell(text) { by("news").textContent = ""; by("news").textContent = text; }

  function leave() {
    chosen = null;
    by("preview").replaceChildren();
    overlay(null);
    for (const one of document.querySelectorAll("[data-order][aria-pressed=true],[data-wanting][aria-pressed=true]")) one.setAttribute("aria-pressed", "false");
  }

  async function fill(path, body, place) {
    const mine = ++asking;
    const answer = await post(path, body);
    const html = await answer.text();
    if (mine !== asking) return false;
    by(place).innerHTML = html;
    return answer.ok;
  }

  async function choose(button) {
    leave();
    chosen = { line: button.dataset.order || "", shown: button.dataset.wanting || button.dataset.order, gap: button.dataset.gap || "", button };
    button.setAttribute("aria-pressed", "true");
    if (chosen.line) await look(chosen.line);
    else if (await fill("/lacking", { shown: chosen.shown, place: !!chosen.gap }, "preview")) by("place").focus();
  }

  async function look(line) {
    if (!(await fill("/preview", { line }, "preview"))) return;
    const give = by("give"), title = by("preview-title");
    (give || title || by("ask")).focus({ preventScroll: true });
    if (chosen && chosen.gap && chosen.line) remark("A place chosen on the board says where to.");
    if (chosen && chosen.button.dataset.shown && by("line")) remark(`More may be said at the prompt: ${chosen.button.dataset.shown}`);
    if (title && title.dataset.way) way(title.dataset.way.split(" ")); else overlay(title && title.dataset.target, title && title.dataset.actor);
    const seen = document.querySelector("#preview .glimpse");
    if (title && seen && seen.getClientRects().length) title.scrollIntoView({ block: "start" });
    else (title || by("preview")).scrollIntoView({ block: "nearest" });
  }

  function remark(text) {
    const note = document.createElement("p");
    note.className = "note";
    note.textContent = text;
    by("preview").append(note);
  }

  // The line from the one who acts to whom it is about, with the chance at its middle.
  function overlay(target, actor) {
    const layer = document.querySelector("#board .overlay");
    if (!layer) return;
    layer.replaceChildren();
    const figure = (id) => document.querySelector(`#board .figure[data-figure="${Number(id)}"]`);
    const from = actor ? figure(actor) : document.querySelector("#board .figure.asked");
    const to = target === undefined || target === null ? null : document.querySelector(`#board .figure[data-figure="${Number(target)}"]`);
    if (!from || !to) return;
    const place = (one) => one.getAttribute("transform").match(/-?[\d.]+/g).slice(0, 2).map(Number);
    const [ax, ay] = place(from), [bx, by_] = place(to);
    const add = (name, set, text) => mark(layer, name, set, text);
    const odds = document.querySelector("#preview .need .odds");
    add("line", { class: odds ? "shot" : "way", x1: ax, y1: ay, x2: bx, y2: by_ });
    if (odds) add("text", { class: "label", ...labelled([ax, ay], [bx, by_]) }, odds.textContent);
    glimpse();
  }

  // Where along a line a label covers nobody and is whole.
  function labelled([ax, ay], [bx, by_]) {
    const [, , wide, high] = document.querySelector("#board svg.board").getAttribute("viewBox").split(" ").map(Number);
    const others = [...document.querySelectorAll("#board .figure")].map((one) => one.getAttribute("transform").match(/-?[\d.]+/g).map(Number));
    const long = Math.hypot(bx - ax, by_ - ay) || 1, [nx, ny] = [(ay - by_) / long, (bx - ax) / long];
    let best = null;
    for (const along of [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8]) for (const aside of [-14, 14, -26, 26, -40, 40]) {
      const x = Math.max(30, Math.min(wide - 30, ax + along * (bx - ax) + 2 * aside * nx)), y = Math.max(12, Math.min(high - 12, ay + along * (by_ - ay) + aside * ny));
      const room = Math.min(...others.map(([fx, fy]) => Math.max(Math.abs(fx - x) - 28, Math.abs(fy - y) - 8)));
      if (room >= 16) return { x, y };
      if (!best || room > best.room) best = { room, x, y };
    }
    return { x: best.x, y: best.y };
  }

  // Where the board has no room beside what is chosen, the part of it that the order is about is shown with it.
  function glimpse() {
    const board = document.querySelector("#board svg.board"), layer = board && board.querySelector(".overlay"), title = by("preview-title");
    for (const one of document.querySelectorAll("#preview .glimpse")) one.remove();
    if (!layer || !layer.childNodes.length || !title) return;
    const box = layer.getBBox(), least = 170;
    const [wide, high] = [Math.max(least, box.width + 90), Math.max(least * 0.6, box.height + 90)];
    const copy = board.cloneNode(true);
    for (const name of ["tabindex", "role", "aria-label", "aria-describedby", "width", "height"]) copy.removeAttribute(name);
    for (const one of copy.querySelectorAll("defs, title")) one.remove();
    for (const one of copy.querySelectorAll("[data-at], [data-figure]")) { delete one.dataset.at; delete one.dataset.figure; }
    copy.setAttribute("viewBox", [box.x + (box.width - wide) / 2, box.y + (box.height - high) / 2, wide, high].join(" "));
    copy.setAttribute("aria-hidden", "true");
    copy.classList.add("glimpse");
    title.after(copy);
  }

  function mark(layer, name, set, text) {
    const one = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(set)) one.setAttribute(key, value);
    if (text) one.textContent = text;
    layer.append(one);
  }

  const cell = (place) => document.querySelector(`#board .cells [data-at="${CSS.escape(place)}"]`);

  // The way that an order leads over, from place to place, with its end.
  function way(places) {
    const layer = document.querySelector("#board .overlay"), cells = places.map(cell).filter((one) => one);
    if (!layer || cells.length < 2) return;
    layer.replaceChildren();
    const [from, to] = [cells[0], cells[cells.length - 1]];
    const at = (one) => `${one.getAttribute("x")},${one.getAttribute("y")}`;
    mark(layer, "use", { href: "#cell", class: "spot", x: to.getAttribute("x"), y: to.getAttribute("y") });
    mark(layer, "polyline", { class: "way", points: cells.map(at).join(" ") });
    const odds = document.querySelector("#preview .need .odds");
    const place = (one) => [Number(one.getAttribute("x")), Number(one.getAttribute("y"))];
    if (odds) mark(layer, "text", { class: "label", ...labelled(place(from), place(to)) }, odds.textContent);
    glimpse();
  }

  function spot(place) {
    for (const field of document.querySelectorAll("#change[open] #change-put, #handling[open] #join-place")) field.value = place;
    if (!chosen || !chosen.gap) { insert(place); point(place, false); return; }
    look(chosen.gap.replace("{}", place));
  }

  // What a place is, and what it would be to stand there: by a click, by the keys, or where the mouse rests.
  async function point(place, follows) {
    if (!by("spot") || past) return;
    const who = document.querySelector("#board .figure.chosen") || document.querySelector("#board .figure.asked");
    const mine = ++pointed;
    const answer = await ask(`/spot?at=${encodeURIComponent(place)}${who ? `&who=${Number(who.dataset.figure)}` : ""}`);
    if (mine !== pointed || !answer.ok) return;
    by("spot").innerHTML = await answer.text();
    by("spot").hidden = false;
    const one = cell(place), layer = document.querySelector("#board .overlay");
    if (one && layer && !chosen) {
      layer.replaceChildren();
      mark(layer, "use", { href: "#cell", class: "spot", x: one.getAttribute("x"), y: one.getAttribute("y") });
    }
    if (follows && one) one.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  function unpoint() {
    pointed++;
    if (by("spot")) { by("spot").replaceChildren(); by("spot").hidden = true; }
    if (!chosen) overlay(null);
  }

  // The board is one stop of the tabulator: the arrows go to the nearest place in their direction, Enter chooses it.
  function walk(key) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    const seen = by("spot-title") && by("spot-title").dataset.spot;
    const asked = document.querySelector("#board .figure.asked") || document.querySelector("#board .figure");
    const from = cell(cursor || seen || (asked && asked.dataset.at) || "") || document.querySelector("#board .cells [data-at]");
    if (!from) return;
    const at = (one) => [Number(one.getAttribute("x")), Number(one.getAttribute("y"))];
    const [x, y] = at(from);
    let best = null, least = Infinity;
    for (const one of document.querySelectorAll("#board .cells [data-at]")) {
      const [dx, dy] = [at(one)[0] - x, at(one)[1] - y];
      const [along, aside] = step[0] ? [dx * step[0], Math.abs(dy)] : [dy * step[1], Math.abs(dx)];
      if (along > 1 && along >= aside && along + 2 * aside < least) { best = one; least = along + 2 * aside; }
    }
    if (!best) return;
    cursor = best.dataset.at;
    tell(cursor);
    point(cursor, true);
  }

  function insert(text) {
    const line = by("line");
    // Whoever is saying something means this place; for anybody else a keyboard would only come up.
    if (!line || !line.value.trim()) return;
    line.focus({ preventScroll: true });
    line.value = line.value.replace(/\s*$/, " ") + text;
  }

  // A number opens what it is made of, below it; the same number closes it again.
  async function open(number) {
    const below = number.closest("table") || number, shown = below.nextElementSibling;
    const isShown = shown && shown.matches(".opened") && number.getAttribute("aria-expanded") === "true";
    for (const one of (below.parentElement || below).querySelectorAll("[data-opens][aria-expanded=true]")) one.setAttribute("aria-expanded", "false");
    if (shown && shown.matches(".opened")) shown.remove();
    if (isShown) return;
    const answer = await ask(number.dataset.opens);
    if (!answer.ok || !number.isConnected || below.nextElementSibling && below.nextElementSibling.matches(".opened")) return;
    const place = document.createElement("div");
    place.className = "opened";
    place.setAttribute("role", "status");
    place.innerHTML = await answer.text();
    below.after(place);
    number.setAttribute("aria-expanded", "true");
    place.scrollIntoView({ block: "nearest" });
  }

  async function sheet(id) {
    const answer = await ask(`/figure?id=${Number(id)}`);
    if (!answer.ok) return;
    const isOpen = shown === id && by("change") && by("change").open;
    by("sheet").innerHTML = await answer.text();
    shown = id;
    if (isOpen && by("change")) by("change").open = true;
    for (const one of document.querySelectorAll(".figure.chosen")) one.classList.remove("chosen");
    const figure = document.querySelector(`#board .figure[data-figure="${Number(id)}"]`);
    if (figure) figure.classList.add("chosen");
  }

  // What somebody could do who is not asked now.
  async function could(id) {
    const answer = await ask(`/could?id=${Number(id)}`);
    if (answer.ok && by("could-list")) by("could-list").innerHTML = await answer.text();
  }

  async function moment(n, s) {
    const answer = await ask(`/moment?n=${Number(n)}${s === undefined ? "" : `&s=${Number(s)}`}`);
    if (!answer.ok) return;
    const seen = await answer.json();
    past = true;
    supposed = { n: Number(n), s: s === undefined ? null : Number(s), lines: [] };
    for (const one of document.querySelectorAll("#story [aria-current]")) one.removeAttribute("aria-current");
    const told = by(s === undefined ? `entry-${n}` : `entry-${n}-${s}`);
    if (told) told.setAttribute("aria-current", "true");
    by("board").innerHTML = seen.html;
    by("board").dataset.html = "";
    center();
    by("past-text").textContent = `The board as it stood after “${seen.line}”, turn ${seen.turn}`;
    by("past").hidden = false;
    by("past").classList.remove("branch");
    if (by("past-why")) { by("past-why").innerHTML = seen.why || ""; by("past-why").hidden = !seen.why; }
    if (by("instead")) by("instead").innerHTML = seen.instead || "";
    if (by("what-if")) { by("what-if").hidden = !seen.branches; by("branch").replaceChildren(); by("supposed").value = ""; }
    by("past-back").focus({ preventScroll: true });
    by("board").scrollIntoView({ block: "nearest" });
  }

  // What would have been: a branch beside the game, of which nothing stays.
  async function suppose(line, instead) {
    if (!supposed || busy) return;
    const lines = instead ? [line] : [...supposed.lines, line], mine = ++asking;
    const from = instead ? { ...supposed, s: null, instead: true } : supposed;
    by("branch").textContent = "Playing it on …";
    let seen = null;
    try {
      const answer = await post("/branch", { n: from.n, s: from.s, instead: !!from.instead, lines });
      if (answer.ok) seen = await answer.json();
    } catch (wrong) { /* said below */ }
    if (mine !== asking || !past) return;
    if (!seen) { by("branch").textContent = "The table does not answer."; return; }
    by("branch").innerHTML = seen.told;
    if (by("else")) by("else").open = false;
    if (seen.wrong) return;
    supposed = { ...from, lines };
    by("past").classList.add("branch");
    by("past-text").textContent = "What would have been: nothing of it is done.";
    by("board").innerHTML = seen.html;
    by("board").dataset.html = "";
    center();
    by("supposed").value = "";
  }

  function back() {
    if (!past) return;
    past = false;
    supposed = null;
    for (const one of document.querySelectorAll("#story [aria-current]")) one.removeAttribute("aria-current");
    by("past").hidden = true;
    if (by("past-why")) { by("past-why").replaceChildren(); by("past-why").hidden = true; }
    by("board").dataset.html = "";
  }

  document.addEventListener("click", (event) => {
    const one = event.target.closest("[data-say],[data-order],[data-wanting],[data-whole],[data-leave],[data-moment],[data-figure],[data-at],[data-spot-close],[data-could],[data-instead],[data-opens],[data-beyond],#counts,#past-back");
    if (!one) return;
    const data = one.dataset;
    // The second of a double click of the mouse meets what has come to the place of the first: another question.
    if (event.detail > 1 && event.pointerType !== "touch" && data.say !== undefined && one.closest("#ask")) return;
    if (one.id === "counts") one.setAttribute("aria-pressed", String(by("story").classList.toggle("all")));
    else if (one.id === "past-back") { back(); view(); }
    else if (data.say !== undefined) say(data.say);
    else if (data.order !== undefined || data.wanting !== undefined) choose(one);
    else if (data.whole !== undefined) { by("consequences").textContent = "Following every way the dice can fall …"; fill("/whole", { line: data.whole }, "consequences"); }
    else if (data.leave !== undefined) { const button = chosen && chosen.button; leave(); if (button) button.focus(); }
    else if (data.spotClose !== undefined) { unpoint(); const board = document.querySelector("#board svg.board"); if (board) board.focus({ preventScroll: true }); }
    else if (data.beyond !== undefined) { const nearest = beyond()[data.beyond][0]; if (nearest) center(nearest[1]); }
    else if (data.could !== undefined) could(data.could);
    else if (data.instead !== undefined) suppose(data.instead, true);
    else if (data.opens !== undefined) open(one);
    else if (data.moment !== undefined) moment(data.moment, data.sentence);
    else if (data.figure !== undefined && !(chosen && chosen.gap && one.closest("#board"))) sheet(data.figure);
    else if (data.at !== undefined) spot(data.at);
  });

  document.addEventListener("submit", (event) => {
    event.preventDefault();
    const form = event.target;
    if (form.id === "say-more") {
      const place = by("place").value.trim();
      if (place) look(chosen.gap ? chosen.gap.replace("{}", place) : place);
      return;
    }
    if (form.id === "what-if") {
      const line = by("supposed").value.trim();
      if (line) suppose(line);
      return;
    }
    // What the referee changes is a line of the prompt with the fields put into it.
    if (form.dataset.line) {
      say(form.dataset.line.replace(/\{(\w+)\}/g, (_, name) => form.elements[name].value.trim()));
      return;
    }
    const line = form.elements.line.value;
    if (line.trim()) say(line);
  });

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && chosen) { const button = chosen.button; leave(); button.focus(); }
    else if (event.key === "Escape" && past) { back(); view(); by("ask").focus({ preventScroll: true }); }
    else if (event.key === "Escape") unpoint();
    else if (event.target.matches("svg.board") && event.key.startsWith("Arrow")) { event.preventDefault(); walk(event.key); }
    else if (event.target.matches("svg.board") && event.key === "Enter" && cursor) { event.preventDefault(); spot(cursor); }
  });

  // A mouse that rests on a place asks about it; nothing hangs on that alone.
  document.addEventListener("pointermove", (event) => {
    clearTimeout(resting);
    const one = event.pointerType === "mouse" && !chosen && !busy && event.target.closest("#board [data-at]");
    if (one && !(by("spot-title") && by("spot-title").dataset.spot === one.dataset.at)) resting = setTimeout(() => point(one.dataset.at, false), 250);
  });

  document.addEventListener("scroll", (event) => { if (event.target.matches && event.target.matches("#board .board-scroll")) edges(); }, true);
  addEventListener("resize", edges);

  // One stream a page, closed while nobody looks: phones sleep, and browsers keep only six.
  function listen() {
    if (stream || document.hidden) return;
    heard = Date.now();
    stream = new EventSource("/news");
    stream.onmessage = (event) => { heard = Date.now(); if (Number(event.data) !== at && !busy) view(); };
    stream.addEventListener("beat", () => { heard = Date.now(); });
    stream.onerror = () => { if (stream && stream.readyState === 2) deaf(); if (by("lost") && by("lost").hidden) view(); };
  }

  function deaf() { if (stream) stream.close(); stream = null; }

  // Whatever was missed: the newest state, and a stream that is heard.
  function wake() {
    if (document.hidden) return;
    deaf();
    view().then(listen);
  }

  if (by("knock")) { enter(); return; }
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) deaf(); else wake();
  });
  // What was asked for on a lost network and is not answered elsewhere is told, and the table looked for again.
  addEventListener("unhandledrejection", (event) => { event.preventDefault(); fail("The table does not answer."); view(); });
  addEventListener("online", wake);
  addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
  // A stream that says nothing for so long is lost, whatever the browser believes.
  setInterval(() => { if (!document.hidden && (!stream || Date.now() - heard > 2 * PATIENCE)) wake(); }, 5000);
  view().then(listen);
})();
