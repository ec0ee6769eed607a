// The page: fields in, values and curves out. `functions` has the exported formulas, by their names.
const shownFormulas = (() => {
  const POINTS = 160, DIGITS = 6, LEVEL = 0.95;
  const at = (id) => document.getElementById(id);
  const formulas = new Map(JSON.parse(at("data").textContent).map((formula) => [formula.id, formula]));
  const state = { formula: formulas.values().next().value, values: {} };

  const made = (tag, attributes = {}, ...children) => {
    const isDrawing = ["svg", "path", "line", "rect", "circle", "text", "g", "title"].includes(tag);
    const element = isDrawing
      ? document.createElementNS("http://www.w3.org/2000/svg", tag)
      : document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };

  /** The number that a text such as 1/4 or 0.25 stands for. */
  const numberOf = (text) => {
    const [top, bottom = "1", ...more] = String(text).trim().split("/");
    const isNumber = (part) => /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(part.trim());
    return isNumber(top) && isNumber(bottom) && !more.length ? Number(top) / Number(bottom) : NaN;
  };

  /** A double as a fraction of whole numbers. */
  const exactly = (x) => {
    let doublings = 0n;
    for (; !Number.isInteger(x); x *= 2) doublings++;
    return [BigInt(x), 1n << doublings];
  };

  /** A double in decimals, cut off on its safe side: never above it, or never below it. */
  const cut = (x, side, digits = DIGITS) => {
    if (!Number.isFinite(x)) return Number.isNaN(x) ? "not defined" : "infinite";
    if (x === 0) return "0";
    const decimals = Math.max(0, digits - 1 - Math.floor(Math.log10(x))), [n, d] = exactly(x);
    const scaled = n * 10n ** BigInt(decimals);
    const text = String(scaled / d + (side === "upper" && scaled % d ? 1n : 0n)).padStart(decimals + 1, "0");
    const at = text.length - decimals, rest = text.slice(at).replace(/0+$/, "");
    if (x >= 1e-6) return rest ? `${text.slice(0, at)}.${rest}` : text.slice(0, at);
    const zeros = rest.search(/[1-9]/), first = rest.slice(zeros);
    return `${first[0]}.${first.slice(1) || "0"}e-${zeros + 1}`;
  };
  const about = (x) => (Number.isFinite(x) ? String(Number(x.toPrecision(4))) : x > 0 ? "∞" : "–");

  /** A function's value, or the words with which it refuses. */
  const attempted = (compute) => {
    try {
      return { value: compute() };
    } catch (error) {
      if (error instanceof RangeError || error instanceof TypeError) return { refusal: error.message };
      throw error;
    }
  };
  const valueAt = (compute) => attempted(compute).value ?? NaN;

  const fieldsOf = (formula) => [
    ...formula.arguments.map((argument) => ({ ...argument, place: "values" })),
    ...Object.entries(formula.priors).map(([name, start]) => ({
      name,
      meaning: name === "p" ? "prior probability of being in the data" : "prior probability of a disclosing value, if so",
      share: true,
      start,
      place: "priors",
    })),
  ];

  /** A slider's position from 0 to 1000: on a scale of logarithms, but for shares and whole numbers. */
  const scales = (field) => {
    const start = numberOf(field.start);
    if (field.share) return { to: (x) => x * 1000, from: (s) => s / 1000 };
    if (field.whole) {
      const most = Math.max(100, 10 * start);
      return { to: (x) => (1000 * x) / most, from: (s) => Math.max(1, Math.round((s * most) / 1000)) };
    }
    const least = Math.log(start / 100), size = Math.log(10000);
    return {
      to: (x) => (1000 * (Math.log(x) - least)) / size,
      from: (s) => Number(Math.exp(least + (s * size) / 1000).toPrecision(3)),
    };
  };

  const field = (described) => {
    const { name, meaning } = described, scale = scales(described);
    const label = made("label", { for: `number-${name}` }, made("span", { class: "name" }, name), ` ${meaning}`);
    const slider = made("input", { type: "range", min: 0, max: 1000, step: 1, "aria-label": `${name}, slider` });
    const number = made("input", { id: `number-${name}`, inputmode: "decimal", autocomplete: "off" });
    const show = () => {
      slider.value = scale.to(numberOf(state.values[name]));
      slider.setAttribute("aria-valuetext", state.values[name]);
      if (document.activeElement !== number) number.value = state.values[name];
    };
    slider.addEventListener("input", () => {
      state.values[name] = String(scale.from(Number(slider.value)));
      number.value = state.values[name];
      update();
    });
    number.addEventListener("input", () => {
      state.values[name] = number.value;
      update();
    });
    show();
    return made("div", { class: "field" }, label, slider, number);
  };

  /** The values as numbers, those of fixed priors among them. */
  const numbers = () => {
    const all = { ...state.formula.fixed, ...state.values };
    return Object.fromEntries(Object.entries(all).map(([name, text]) => [name, numberOf(text)]));
  };

  // What it means for a person.

  /** Of how many people one speaks, so that the prior is ten of them, or more. */
  const crowd = (prior) => 10 ** Math.max(2, 1 + Math.ceil(-Math.log10(prior)));

  const meaning = (epsilon, v) => {
    const prior = v.p * v.q, many = crowd(prior);
    const risk = valueAt(() => functions.bound.nearest({ epsilon, p: v.p, q: v.q }));
    if (!(prior > 0 && prior <= 1) || !Number.isFinite(risk)) return "";
    const before = about(many * prior), after = Math.min(many, Math.ceil(many * prior * risk * (1 + 2 ** -48)));
    return (
      `Of ${many} such people, an adversary who was right about ${before} without the release is right about at ` +
      `most ${after} with it.`
    );
  };

  /** A probability as a count of many, on its safe side. */
  const inNumbers = (x, side) => {
    if (!(x >= 1e-9 && x < 1)) return "";
    const many = crowd(x), [n, d] = exactly(x), scaled = n * BigInt(many);
    const whole = scaled / d + (side === "upper" && scaled % d ? 1n : 0n);
    return `That is at ${side === "upper" ? "most" : "least"} ${whole} in ${many}.`;
  };

  const inside = (epsilon) => {
    for (let half = 1; half * epsilon <= 300 && half < 1e5; half = half < 100 ? half + 1 : Math.ceil(half * 1.01))
      if (valueAt(() => functions.coverage.safe({ half_width: half, epsilon })) >= LEVEL) return half;
    return NaN;
  };

  const onCounts = (epsilon) => {
    const deviation = valueAt(() => functions.deviation.nearest({ epsilon })), half = inside(epsilon);
    if (!Number.isFinite(deviation) || !Number.isFinite(half)) return "";
    return (
      `A released count has noise of standard deviation ${about(deviation)}; with a probability of at least ` +
      `${100 * LEVEL} % it is off by at most ${half}.`
    );
  };

  // The adversary who decides.

  const deciding = (v) => attempted(() => functions[state.formula.id].decides(v)).value?.[0];

  /** A prior as it is typed: as a fraction where a small one is as near as doubles tell. */
  const typed = (x) => {
    for (let d = 1; d <= 1000; d++) {
      const n = Math.round(x * d);
      if (n > 0 && Math.abs(n / d - x) <= 2 ** -50 * x) return d === 1 ? String(n) : `${n}/${d}`;
    }
    return String(x);
  };

  const showDeciding = (v) => {
    const place = deciding(v);
    at("decides").hidden = !place;
    if (!place) return;
    const priors = ["p", "q"].map((name) => `${name} = ${typed(place[name]).length < 9 ? typed(place[name]) : about(place[name])}`).join(", ");
    at("deciding").textContent = place.limit ? `eps is approached, not reached, at ${priors}.` : `eps is decided at ${priors}.`;
    const free = Object.keys(state.formula.priors);
    at("look").hidden = place.limit || !free.length || free.every((name) => Math.abs(v[name] - place[name]) < 1e-12);
  };
  const look = () => {
    const place = deciding(numbers());
    choose(state.formula.id, { ...state.values, ...Object.fromEntries(Object.keys(state.formula.priors).map((name) => [name, typed(place[name])])) });
    at("meaning").scrollIntoView({ block: "nearest" });
  };

  // Curves.

  const WIDTH = 420, HEIGHT = 280, LEFT = 60, BOTTOM = 48, TOP = 12, RIGHT = 14;

  const ticks = (low, high) => {
    const raw = (high - low) / 4, power = 10 ** Math.floor(Math.log10(raw));
    const step = [1, 2, 2.5, 5, 10].find((s) => s * power >= raw) * power;
    const found = [];
    for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++) found.push(i * step);
    return found;
  };

  /** A picture of curves, each {points, kind, name}; a mark {x, y}; what it shows, in words. */
  const picture = ({ caption, x, y, curves, mark, bars = [], top }) => {
    const points = [...curves.flatMap((curve) => curve.points), ...bars].filter(([a, b]) => Number.isFinite(a) && Number.isFinite(b));
    if (!points.length) return made("figure", {}, made("figcaption", {}, caption), made("p", { class: "key" }, "nothing to draw here"));
    const [low, high] = [Math.min(...points.map(([a]) => a)), Math.max(...points.map(([a]) => a))];
    const sorted = points.map(([, b]) => b).sort((a, b) => a - b);
    const most = top ?? Math.max(Math.min(sorted.at(-1), 4 * sorted[Math.floor(sorted.length / 2)]), mark?.y * 1.1 || 0, 1e-300);
    const across = (a) => LEFT + ((WIDTH - LEFT - RIGHT) * (a - low)) / (high - low || 1);
    const up = (b) => HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * Math.min(1.02, b / most);
    const svg = made("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `${caption}: ${y} against ${x}` });
    for (const tick of ticks(0, most)) {
      svg.append(made("line", { class: "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: up(tick), y2: up(tick) }));
      svg.append(made("text", { x: LEFT - 6, y: up(tick) + 5, "text-anchor": "end" }, about(tick)));
    }
    for (const tick of ticks(low, high))
      svg.append(made("text", { x: across(tick), y: HEIGHT - BOTTOM + 19, "text-anchor": "middle" }, about(tick)));
    svg.append(made("line", { class: "axis", x1: LEFT, x2: WIDTH - RIGHT, y1: up(0), y2: up(0) }));
    svg.append(made("text", { x: (LEFT + WIDTH - RIGHT) / 2, y: HEIGHT - 6, "text-anchor": "middle" }, x));
    for (const [a, b] of bars)
      svg.append(made("rect", { class: "bar", x: across(a) - 3, width: 6, y: up(b), height: up(0) - up(b) }));
    for (const { points: all, kind } of curves) {
      let path = "";
      for (const [a, b] of all) {
        const drawn = Number.isFinite(b) && b <= most * 1.02;
        path += drawn ? `${path.endsWith("M") || !path ? "M" : "L"}${across(a).toFixed(1)} ${up(b).toFixed(1)}` : path && !path.endsWith("M") ? "M" : "";
      }
      path = path.replace(/MM/g, "M").replace(/M$/, "");
      if (path) svg.append(made("path", { class: kind, d: path }));
    }
    if (mark && Number.isFinite(mark.y))
      svg.append(made("circle", { class: "mark", cx: across(mark.x), cy: up(mark.y), r: 5 }));
    const key = curves.filter((curve) => curve.name).map((curve) => `${curve.kind === "reference" ? "dashed" : "solid"}: ${curve.name}`);
    if (mark?.name) key.push(`dot: ${mark.name}`);
    return made("figure", {}, made("figcaption", {}, `${y}`), svg, made("p", { class: "key" }, key.join("; ")));
  };

  const grid = (low, high) => Array.from({ length: POINTS + 1 }, (_, i) => low + ((high - low) * i) / POINTS);

  const profileCurves = (epsilon, v) => {
    const { profile } = functions[state.formula.id], along = "q" in state.formula.priors ? "q" : "p";
    const places = grid(0.005, 1).map((x) => ({ ...v, [along]: x }));
    const curve = (compute) => places.map((place) => [place[along], valueAt(() => compute(place))]);
    const allowed = (place) => functions.root.nearest({ r: Math.max(1, profile(place)), p: place.p, q: place.q });
    const risk = (place) => functions.bound.nearest({ epsilon, p: place.p, q: place.q });
    const other = along === "q" ? "p" : "q", x = `${along}, with ${other} = ${about(v[other])}`;
    const posterior = places.map((place) => [place.p * place.q, place.p * place.q * valueAt(() => risk(place))]);
    return [
      picture({
        caption: "Relative risk", x, y: "Relative risk, posterior over prior",
        curves: [
          { points: curve(profile), kind: "reference", name: "what the profile allows" },
          { points: curve(risk), kind: "curve", name: "the most that eps allows" },
        ],
      }),
      picture({
        caption: "eps of one adversary", x, y: "Largest eps for the adversary at p and q",
        curves: [
          { points: curve(allowed), kind: "curve", name: "eps_i(p, q)" },
          { points: places.map((place) => [place[along], epsilon]), kind: "reference", name: "eps for all" },
        ],
        mark: { x: v[along], y: valueAt(() => allowed(v)), name: "the adversary chosen" },
      }),
      picture({
        caption: "Posterior", x: `prior p q, with ${other} = ${about(v[other])}`, y: "Largest posterior against the prior", top: 1,
        curves: [
          { points: posterior, kind: "curve", name: "at most, after the release" },
          { points: posterior.map(([prior]) => [prior, prior]), kind: "reference", name: "before it" },
        ],
        mark: { x: v.p * v.q, y: v.p * v.q * valueAt(() => risk(v)), name: "the adversary chosen" },
      }),
      noise(epsilon),
    ];
  };

  /** Two-sided geometric noise: probability (1 - x)/(1 + x) x^|k| of k, with x = e^-eps. */
  const noise = (epsilon) => {
    const x = Math.exp(-epsilon), widest = Math.min(30, Math.max(3, Math.ceil(4 / epsilon)));
    const bars = Array.from({ length: 2 * widest + 1 }, (_, i) => i - widest);
    return picture({
      caption: "Noise on a count", x: "noise, in counts", y: "Probability of the noise on a count", curves: [],
      bars: bars.map((k) => [k, (Math.tanh(epsilon / 2) * x ** Math.abs(k))]),
      top: Math.tanh(epsilon / 2) * 1.05,
    });
  };

  const plainCurves = (v) => {
    const { safe } = functions[state.formula.id];
    return state.formula.arguments.map(({ name, share, whole }) => {
      const places = grid(share ? 0 : v[name] / 100, share ? 1 : 4 * v[name]).map((x) => (whole ? Math.max(1, Math.round(x)) : x));
      const points = places.map((x) => [x, valueAt(() => safe({ ...v, [name]: x }))]);
      const mark = { x: v[name], y: valueAt(() => safe(v)), name: `${name} = ${about(v[name])}` };
      return picture({ caption: state.formula.title, x: name, y: `The value, as ${name} varies`, curves: [{ points, kind: "curve" }], mark });
    });
  };

  // What is shown.

  const update = () => {
    const { formula } = state, v = numbers(), { safe, nearest, asked } = functions[formula.id];
    const wrong = fieldsOf(formula).filter(({ name }) => Number.isNaN(v[name])).map(({ name }) => name);
    const found = wrong.length ? { refusal: `${wrong.join(", ")}: a number such as 1/4 or 0.25 is needed` } : attempted(() => safe(v));
    const never = formula.side === "lower" ? "above" : "below";
    at("value").className = found.refusal ? "refused" : "";
    at("value").textContent = found.refusal ?? `${formula.hasProfile ? "eps = " : ""}${cut(found.value, formula.side)}`;
    at("value").dataset.exact = found.refusal ? "" : String(found.value);
    at("told").textContent = found.refusal
      ? `Needed: ${formula.domain.join(", ")}.`
      : `${formula.result}; never ${never} the exact value. In binary64: ${found.value}, nearest ${nearest(v)} (within ${formula.error} ulps).`;
    const eps = formula.hasProfile && Number.isFinite(found.value) && found.value > 0 ? found.value : NaN;
    const isAsked = formula.hasProfile && attempted(() => asked(v)).value;
    const inWords = formula.result.startsWith("a probability") ? inNumbers(found.value, formula.side) : "";
    at("meaning").textContent = Number.isNaN(eps) ? inWords : meaning(eps, v) + (isAsked ? "" : " (The profile asks nothing at these priors.)");
    at("count").textContent = Number.isNaN(eps) ? "" : onCounts(eps);
    at("decides").hidden = true;
    if (!Number.isNaN(eps)) showDeciding(v);
    const curves = found.refusal ? [] : formula.hasProfile ? (Number.isNaN(eps) ? [] : profileCurves(eps, v)) : plainCurves(v);
    at("curves").replaceChildren(...curves);
    remember();
  };

  const choose = (id, values = {}) => {
    const formula = formulas.get(id) ?? formulas.values().next().value;
    state.formula = formula;
    state.values = Object.fromEntries(fieldsOf(formula).map(({ name, start }) => [name, values[name] ?? start]));
    at("choice").value = formula.id;
    at("title").textContent = `${formula.title}. Source: ${formula.source}.`;
    for (const place of ["values", "priors"])
      at(place).replaceChildren(...fieldsOf(formula).filter((f) => f.place === place).map(field));
    at("adversary").hidden = !at("priors").children.length;
    for (const shown of document.querySelectorAll(".closed-form")) shown.hidden = shown.dataset.of !== formula.id;
    at("grounds").textContent = formula.grounds;
    at("check").hidden = at("details").hidden = !formula.certificates;
    at("checked").textContent = "";
    at("list").replaceChildren();
    update();
  };

  // The address keeps what is shown.

  const remember = () => {
    const parameters = new URLSearchParams({ formula: state.formula.id, ...state.values });
    history.replaceState(null, "", `#${parameters}`);
    at("copied").textContent = "";
    at("address").textContent = `To see the same, open ${decodeURIComponent(location.pathname.split("/").pop())}#${parameters}`;
  };
  const restore = () => {
    const { formula, ...values } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
    choose(formula, values);
  };

  // The kernel judges the certificates; lemmas come first.

  const judged = (certificates) => {
    const proved = new Map(), rejected = [];
    let waiting = certificates;
    while (waiting.length) {
      const later = [];
      for (const certificate of waiting) {
        const ready = Array.isArray(certificate.lemmas) && certificate.lemmas.every((name) => proved.has(name));
        if (!ready && Array.isArray(certificate.lemmas)) later.push(certificate);
        else
          try {
            certificateKernel.check(certificate, proved);
            proved.set(certificate.fingerprint, certificate.claim);
          } catch (error) {
            if (!(error instanceof certificateKernel.Rejected)) throw error;
            rejected.push([certificate, error.message]);
          }
      }
      if (later.length === waiting.length) {
        rejected.push(...later.map((certificate) => [certificate, "a lemma is not proved"]));
        break;
      }
      waiting = later;
    }
    return { proved, rejected };
  };

  const unpacked = async (packed) => {
    const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
  };
  const readOrNone = async (packed) => {
    try {
      return certificateKernel.parse(await unpacked(packed));
    } catch (error) {
      const unreadable = [SyntaxError, TypeError, DOMException, certificateKernel.Rejected];
      if (unreadable.some((kind) => error instanceof kind)) return [];
      throw error;
    }
  };
  const check = async () => {
    const start = performance.now(), { formula } = state;
    if (!globalThis.DecompressionStream) {
      at("checked").textContent = "Not checked: this browser is too old to unpack the certificates.";
      return;
    }
    const read = await readOrNone(at(`certificates-${formula.proof}`)?.textContent ?? "");
    if (formula !== state.formula) return;
    const { proved, rejected } = judged(read);
    const good = !rejected.length && proved.size > 0 && proved.size === formula.certificates;
    at("checked").className = good ? "accepted" : "rejected";
    at("checked").textContent = good
      ? `all ${proved.size} certificates accepted, in ${Math.ceil(performance.now() - start)} ms`
      : `REJECTED: ${rejected.length || "some"} of ${formula.certificates} certificates are not accepted`;
    at("list").replaceChildren(
      ...rejected.map(([{ fingerprint }, reason]) => made("li", { class: "rejected" }, `rejected: ${fingerprint}: ${reason}`)),
      ...[...proved.keys()].map((fingerprint) => made("li", {}, fingerprint)),
    );
    at("details").open = !good;
  };

  at("choice").addEventListener("change", () => choose(at("choice").value));
  at("check").addEventListener("click", check);
  at("look").addEventListener("click", look);
  const copy = async () => {
    const taken = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
    at("copied").textContent = taken ? "copied" : "not copied: this browser lets no page do so; take it from the address bar";
  };
  at("copy").addEventListener("click", copy);
  document.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
  document.querySelector("form").addEventListener("reset", (event) => {
    event.preventDefault();
    choose(state.formula.id);
  });
  window.addEventListener("hashchange", restore);
  restore();
  return { cut, judged, numberOf };
})();
