"use strict";
(() => {
  const graph = JSON.parse(document.getElementById("graph").textContent);
  const places = new Map(graph.nodes.map(([anchor], number) => [anchor, number]));
  const articles = graph.nodes.map(([anchor]) => document.getElementById(anchor));
  const drawing = document.getElementById("drawing");
  const picture = document.getElementById("picture");
  const form = document.querySelector(".filter");
  const search = form.querySelector("input");
  const [box, gap, rise, high] = [152, 10, 46, 28];
  let width = 0;

  // How far each node is from the chosen one along the arrows; what is not used is drawn, and not followed.
  function reached(start, from, to) {
    const distance = new Map([[start, 0]]);
    for (const here of distance.keys()) {
      for (const edge of graph.edges) {
        const follows = edge[from] === here && (edge[2] || here === start);
        if (follows && !distance.has(edge[to])) distance.set(edge[to], distance.get(here) + 1);
      }
    }
    return distance;
  }

  // Rows from what rests on the chosen node down to what it rests on; a long row is broken.
  function rows(chosen, perRow) {
    const below = reached(chosen, 0, 1);
    const levels = new Map();
    for (const [node, steps] of reached(chosen, 1, 0)) if (!below.has(node)) put(levels, -steps, node);
    for (const [node, steps] of below) put(levels, steps, node);
    const found = [];
    for (const level of [...levels.keys()].sort((a, b) => a - b)) {
      const nodes = levels.get(level);
      for (let at = 0; at < nodes.length; at += perRow) found.push(nodes.slice(at, at + perRow));
    }
    return found;
  }

  function put(levels, level, node) {
    if (!levels.has(level)) levels.set(level, []);
    levels.get(level).push(node);
  }

  function made(name, attributes, parent) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    parent.append(element);
    return element;
  }

  function draw(chosen) {
    const perRow = Math.max(1, Math.floor((picture.clientWidth - gap) / (box + gap)));
    const found = rows(chosen, perRow);
    const wide = Math.max(...found.map((row) => row.length)) * (box + gap) + gap;
    const tall = found.length * (high + rise) + gap;
    const at = new Map();
    found.forEach((row, level) => row.forEach((node, index) => {
      const left = (wide - row.length * (box + gap) + gap) / 2 + index * (box + gap);
      at.set(node, [left, gap + level * (high + rise)]);
    }));
    picture.replaceChildren();
    const said = `${graph.nodes[chosen][1]}: ${at.size} nodes`;
    const svg = made("svg", { width: wide, height: tall, role: "group", "aria-label": said }, picture);
    for (const [source, target, used] of graph.edges) {
      if (at.has(source) && at.has(target)) connect(svg, at.get(source), at.get(target), used);
    }
    for (const [node, [left, top]] of at) drawNode(svg, node, left, top, node === chosen);
    return at;
  }

  function connect(svg, [left, top], [right, bottom], used) {
    const [x, y, u, v] = [left + box / 2, top + high, right + box / 2, bottom];
    const bend = Math.max(rise, Math.abs(v - y)) / 2;
    made("path", { d: `M${x},${y}C${x},${y + bend} ${u},${v - bend} ${u},${v}`, class: used ? "used" : "unused" }, svg);
  }

  function drawNode(svg, node, left, top, chosen) {
    const [anchor, plain, kind] = graph.nodes[node];
    const label = plain.replaceAll("<=", "≤").replaceAll(">=", "≥");
    const link = made("a", { href: `#${encodeURIComponent(anchor)}`, class: chosen ? `${kind} chosen` : kind }, svg);
    made("title", {}, link).textContent = `${label} (${kind})`;
    made("rect", { x: left, y: top, width: box, height: high, rx: 5 }, link);
    const text = made("text", { x: left + 8, y: top + 19 }, link);
    text.textContent = label.length > 18 ? `${label.slice(0, 17)}…` : label;
  }

  function show() {
    const chosen = places.get(decodeURIComponent(location.hash.slice(1)));
    drawing.hidden = chosen === undefined;
    const words = search.value.trim().toLowerCase();
    let at = null;
    if (chosen !== undefined) {
      document.getElementById("drawn").textContent = graph.nodes[chosen][1];
      at = draw(chosen);
    }
    let shown = 0;
    articles.forEach((article, node) => {
      const named = graph.nodes[node][1].toLowerCase().includes(words);
      article.hidden = !named || (at !== null && !at.has(node));
      shown += article.hidden ? 0 : 1;
    });
    form.querySelector("output").value = `${shown} of ${articles.length}`;
    if (chosen !== undefined) drawing.scrollIntoView();
  }

  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  search.addEventListener("input", show);
  addEventListener("hashchange", () => { search.value = ""; show(); });
  addEventListener("resize", () => { if (innerWidth !== width) { width = innerWidth; show(); } });
  width = innerWidth;
  show();
})();
