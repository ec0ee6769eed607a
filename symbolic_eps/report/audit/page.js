"use strict";
(() => {
  const form = document.querySelector(".filter");
  const search = form.querySelector("input[type=search]");
  const boxes = [...form.querySelectorAll("input[type=checkbox]")];
  const claims = [...document.querySelectorAll("article[data-verdict]")];
  const status = form.querySelector("output");
  const all = boxes.map((box) => box.value);

  function apply() {
    const wanted = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
    const words = search.value.trim().toLowerCase();
    let shown = 0;
    for (const claim of claims) {
      const here = claim.id.toLowerCase().replace("/", " ");
      claim.hidden = !(wanted.has(claim.dataset.verdict) && words.split(/\s+/).every((w) => here.includes(w)));
      shown += claim.hidden ? 0 : 1;
    }
    fit();
    status.value = shown === claims.length ? `all ${shown} claims` : `${shown} of ${claims.length} claims`;
  }

  function remember() {
    const chosen = boxes.filter((box) => box.checked).map((box) => box.value);
    const parameters = new URLSearchParams();
    if (chosen.length < all.length) parameters.set("verdict", chosen.join(","));
    if (search.value.trim()) parameters.set("at", search.value.trim());
    const text = parameters.toString();
    history.replaceState(null, "", text ? `#${text}` : location.pathname + location.search);
  }

  // #verdict=misprint,open&at=eq:9 restores a filter; any other fragment is a claim's own address.
  function restore() {
    const parameters = new URLSearchParams(location.hash.slice(1));
    const filtered = parameters.has("verdict") || parameters.has("at");
    const chosen = parameters.has("verdict") ? parameters.get("verdict").split(",") : all;
    for (const box of boxes) box.checked = !filtered || chosen.includes(box.value);
    search.value = filtered ? parameters.get("at") || "" : "";
    apply();
    const target = document.getElementById(filtered ? "claims" : decodeURIComponent(location.hash.slice(1)));
    if (target) target.scrollIntoView();
  }

  // A formula wider than its place is set smaller, down to a size that can still be read; then it scrolls.
  const formulas = [...document.querySelectorAll(".formula")];
  function fit() {
    for (const formula of formulas) formula.style.fontSize = "";
    const ratios = formulas.map((formula) => formula.clientWidth / formula.scrollWidth);
    formulas.forEach((formula, index) => {
      if (ratios[index] < 1) formula.style.fontSize = `${Math.max(ratios[index] * 0.98, 0.62)}em`;
    });
  }
  let width = 0;
  window.addEventListener("resize", () => {
    if (innerWidth !== width) { width = innerWidth; fit(); }
  });

  form.hidden = false;
  form.addEventListener("input", () => { apply(); remember(); });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(() => { apply(); remember(); }));
  window.addEventListener("hashchange", restore);
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== search) { event.preventDefault(); search.focus(); }
  });
  restore();
})();
