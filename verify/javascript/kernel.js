"use strict";
/* The kernel: re-checks certificates/1, with nothing but this file; the algorithm is that of verify/kernel.py.

   For all reals, hypotheses imply a goal: "hypotheses and not goal" becomes alternatives, each a list of facts
   p >= 0 (ge), p > 0 (gt), p = 0 (eq) on polynomials over Q. A certificate refutes each: weighted products of ge
   and gt (and a square) and multiples of eq add up to 0, while one term is a product of gt alone.

   A polynomial is a Map from monomials to coefficients. A monomial is one BigInt with 16 bits for the exponent of
   each variable, of which the highest is never set; a coefficient is a fraction [numerator, denominator] in lowest
   terms, never 0. */

const certificateKernel = (() => {
  const MAX_EXPONENT = 64, MAX_WORK = 3000000, FIELD = 16n;
  const NUMBER = /^-?[0-9]{1,1000}(?:\/[1-9][0-9]{0,999})?$/;
  const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
  const SIDES = { ">": ["gt", 1n], ">=": ["ge", 1n], "=": ["eq", 1n], "<": ["gt", -1n], "<=": ["ge", -1n] };

  /** The certificate proves nothing; the message says why. */
  class Rejected extends Error {}

  const demand = (condition, reason) => {
    if (!condition) throw new Rejected(reason);
  };
  const isText = (value) => typeof value === "string";
  const isList = Array.isArray;
  const isRecord = (value) => typeof value === "object" && value !== null && !isList(value);
  const isIndex = (value, end) => Number.isInteger(value) && value >= 0 && value < end;

  /** Whether a value is a record with the required keys and, beyond those, at most the optional ones. */
  const hasKeys = (value, required, optional = []) =>
    isRecord(value) &&
    required.every((key) => Object.hasOwn(value, key)) &&
    Object.keys(value).every((key) => required.includes(key) || optional.includes(key));

  const shown = (value) => String(JSON.stringify(value)).slice(0, 60);

  const absolute = (n) => (n < 0n ? -n : n);

  /** A fraction in lowest terms; the denominator that is given is positive. */
  const fraction = (n, d) => {
    if (d === 1n) return [n, d];
    let [a, b] = [absolute(n), d];
    while (b) [a, b] = [b, a % b];
    return [n / a, d / a];
  };
  const plus = ([n, d], [m, e]) => (d === 1n && e === 1n ? [n + m, d] : fraction(n * e + m * d, d * e));
  const times = ([n, d], [m, e]) => (d === 1n && e === 1n ? [n * m, d] : fraction(n * m, d * e));

  const constant = (n) => new Map(n ? [[0n, [n, 1n]]] : []);
  const isOne = (polynomial) => {
    const only = polynomial.size === 1 && polynomial.get(0n);
    return Boolean(only) && only[0] === 1n && only[1] === 1n;
  };
  const same = (left, right) =>
    left.size === right.size &&
    [...left].every(([monomial, [n, d]]) => {
      const other = right.get(monomial);
      return other !== undefined && other[0] === n && other[1] === d;
    });
  const isSign = (polynomial, sign) => polynomial.size === 1 && polynomial.has(0n) && sign(polynomial.get(0n)[0]);

  /** Polynomials over Q in the named variables, with a limit on the work done on them. */
  class Ring {
    constructor(names) {
      const good = isList(names) && names.every((name) => isText(name) && NAME.test(name));
      const different = good && new Set(names).size === names.length && names.length <= 64;
      demand(different, "variables are not different plain names");
      this.work = 0;
      this.atoms = new Map(names.map((name, i) => [name, 1n << (FIELD * BigInt(i))]));
      this.guards = names.reduce((sum, _, i) => sum | (1n << (FIELD * BigInt(i + 1) - 1n)), 0n);
      this.one = constant(1n);
    }

    /** Count steps on a number of this many digits; reject too many. */
    spend(steps, digits = 0) {
      this.work += steps * (1 + digits / 15 + (digits / 300) ** 2);
      demand(this.work <= MAX_WORK, "more work than the kernel does");
    }

    /** Add a multiple of a monomial to a sum; what becomes 0 leaves it. */
    accumulate(sum, monomial, coefficient) {
      const old = sum.get(monomial);
      const value = old ? plus(old, coefficient) : coefficient;
      if (value[0]) sum.set(monomial, value);
      else sum.delete(monomial);
      if (value[1] !== 1n) this.spend(1, value[1].toString(16).length);
    }

    add(...parts) {
      const sum = new Map();
      for (const part of parts) {
        this.spend(part.size);
        for (const [monomial, coefficient] of part) this.accumulate(sum, monomial, coefficient);
      }
      return sum;
    }

    multiply(...factors) {
      const [first, ...others] = factors.filter((factor) => !isOne(factor)).sort((a, b) => a.size - b.size);
      return others.reduce((whole, part) => this.product(whole, part), first ?? this.one);
    }

    product(left, right) {
      const digits = (part) =>
        Math.max(0, ...[...part.values()].map(([n, d]) => absolute(n).toString(16).length + d.toString(16).length));
      this.spend(4 * left.size * right.size, Math.max(digits(left), digits(right)));
      const sum = new Map();
      for (const [monomial, coefficient] of left)
        for (const [other, factor] of right) this.accumulate(sum, monomial + other, times(coefficient, factor));
      for (const monomial of sum.keys()) demand(!(monomial & this.guards), "an exponent is too large");
      return sum;
    }

    /** Numerator and denominator of a tree; the denominator is 0 where some part of the tree is undefined. */
    fraction(tree) {
      this.spend(3);
      if (isText(tree) && this.atoms.has(tree)) return [new Map([[this.atoms.get(tree), [1n, 1n]]]), this.one];
      if (isText(tree) && NUMBER.test(tree)) {
        const [n, d] = [...tree.split("/"), "1"].map(BigInt);
        return [n ? new Map([[0n, fraction(n, d)]]) : new Map(), this.one];
      }
      demand(isList(tree), `not an expression in the claim's variables: ${shown(tree)}`);
      const [operator, ...parts] = tree;
      if (operator === "+")
        return parts.map((part) => this.fraction(part)).reduce((a, b) => this.sum(a, b), [new Map(), this.one]);
      if (operator === "*") {
        const pairs = parts.map((part) => this.fraction(part));
        return [0, 1].map((side) => this.multiply(...pairs.map((pair) => pair[side])));
      }
      if (operator === "/" && parts.length === 2) {
        const [[n, d], [m, e]] = parts.map((part) => this.fraction(part));
        return [this.multiply(n, e, e), this.multiply(d, m, e)];
      }
      const power = operator === "^" && parts.length === 2 && isIndex(parts[1], MAX_EXPONENT + 1);
      demand(power, `not an expression in the claim's variables: ${shown(tree)}`);
      const [n, d] = this.fraction(parts[0]);
      const repeated = (base) => (parts[1] ? this.multiply(...Array(parts[1]).fill(base)) : d);
      return [repeated(n), repeated(d)];
    }

    /** The sum of two fractions. */
    sum([n, d], [m, e]) {
      return [this.add(this.multiply(n, e), this.multiply(m, d)), this.multiply(d, e)];
    }

    /** The polynomial that a tree without division stands for. */
    polynomial(tree) {
      const [top, bottom] = this.fraction(tree);
      demand(isOne(bottom), `not a polynomial: ${shown(tree)}`);
      return top;
    }

    negative(polynomial) {
      return this.multiply(polynomial, constant(-1n));
    }

    /** Alternatives, each a list of facts; one of them holds exactly where the formula has this truth. */
    cases(formula, truth) {
      this.spend(6);
      demand(isList(formula), `not a formula: ${shown(formula)}`);
      const [word, ...parts] = formula;
      if (word === "not" && parts.length === 1) return this.cases(parts[0], !truth);
      if (word === "and" || word === "or") {
        const branches = parts.map((part) => this.cases(part, truth));
        return (word === "and") === truth ? this.choices(branches) : branches.flat();
      }
      demand([">", ">=", "=", "!="].includes(word) && parts.length === 2, `not a formula: ${shown(formula)}`);
      return this.relation(word, parts, truth);
    }

    /** One alternative for each way to choose one of each branch. */
    choices(branches) {
      return branches.reduce((chosen, branch) => {
        const longer = chosen.flatMap((facts) => branch.map((more) => [...facts, ...more]));
        longer.forEach((facts) => this.spend(1 + facts.length));
        return longer;
      }, [[]]);
    }

    relation(word, [left, right], truth) {
      const [n, d] = this.sum(this.fraction(left), this.fraction(["*", "-1", right]));
      let fact;
      if (word === ">" || word === ">=") {
        const whole = this.multiply(n, d);
        fact = [(word === ">") === truth ? "gt" : "ge", truth ? whole : this.negative(whole)];
      } else fact = (word === "=") === truth ? ["eq", n] : ["gt", this.multiply(n, n)];
      // The denominator is a number, or the fact holds where it is 0.
      if (isSign(d, () => true) || (word === ">" && !truth)) return [[fact]];
      return truth ? [[fact, ["gt", this.multiply(d, d)]]] : [[fact], [["eq", d]]];
    }

    /** Reject unless the node shows that the facts cannot hold together. */
    refute(node, facts, lemmas) {
      this.spend(1 + facts.length);
      if (hasKeys(node, ["split", "cases"]) && isRecord(node.cases)) return this.split(node, facts, lemmas);
      if (hasKeys(node, ["lemma", "then"]) && isText(node.lemma) && lemmas.has(node.lemma))
        return this.lemma(node, facts, lemmas);
      const isSum = hasKeys(node, ["terms", "multipliers"]) && isList(node.terms) && isList(node.multipliers);
      demand(isSum, `not a refutation, or an unlisted lemma: ${shown(node)}`);
      const known = { ge: [], gt: [], eq: [] };
      for (const [kind, polynomial] of facts) known[kind].push(polynomial);
      const sums = [...node.terms, ...node.multipliers].map((part) => this.term(part, known));
      demand(sums.some(([strict]) => strict), "no term is strictly positive");
      demand(this.add(...sums.map(([, value]) => value)).size === 0, "the sum is not 0");
    }

    split({ split: tree, cases }, facts, lemmas) {
      const relations = Object.keys(cases).sort().join(" ");
      demand(["< = >", "< >=", "<= >"].includes(relations), "a split leaves a gap");
      const whole = this.polynomial(tree);
      for (const [relation, inner] of Object.entries(cases)) {
        const [kind, sign] = SIDES[relation];
        this.refute(inner, [...facts, [kind, sign < 0n ? this.negative(whole) : whole]], lemmas);
      }
    }

    lemma({ lemma: name, then: inner }, facts, lemmas) {
      const { hypotheses, goal } = lemmas.get(name);
      const [premises, goals] = [this.cases(["and", ...hypotheses], true), this.cases(goal, true)];
      demand(premises.length === 1 && goals.length === 1, "a lemma has alternatives");
      this.spend(premises[0].length * facts.reduce((sum, [, polynomial]) => sum + 1 + polynomial.size, 0));
      const isFact = ([kind, polynomial]) => facts.some(([k, p]) => k === kind && same(p, polynomial));
      demand(premises[0].every(isFact), "a lemma's hypothesis is not a fact here");
      this.refute(inner, [...facts, ...goals[0]], lemmas);
    }

    /** A weighted product of facts and a square, or a multiple of an equation; and if it must be > 0. */
    term(part, known) {
      const named = (kind, indices) =>
        indices.map((i) => {
          demand(isIndex(i, known[kind].length), "no such fact");
          return known[kind][i];
        });
      if (hasKeys(part, ["eq", "by"]))
        return [false, this.multiply(this.polynomial(part.by), ...named("eq", [part.eq]))];
      const isProduct = hasKeys(part, ["weight", "ge", "gt"], ["square"]) && isList(part.ge) && isList(part.gt);
      demand(isProduct, `not a term: ${shown(part)}`);
      const squared = Object.hasOwn(part, "square");
      const [weight, root] = [this.polynomial(part.weight), this.polynomial(squared ? part.square : "1")];
      demand(isText(part.weight) && isSign(weight, (n) => n > 0n), "a weight is not positive");
      const strict = part.ge.length === 0 && !squared;
      return [strict, this.multiply(weight, ...named("ge", part.ge), ...named("gt", part.gt), root, root)];
    }
  }

  /** SHA-256 of an ASCII text, as hexadecimal digits (FIPS 180-4). */
  const sha256 = (() => {
    const primes = [];
    for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
    /** The first 32 bits of the fractional part of the root, exactly. */
    const bits = (n, degree) => {
      const target = BigInt(n) << (32n * degree);
      let [low, high] = [0n, 1n << 40n];
      while (high - low > 1n) {
        const middle = (low + high) >> 1n;
        if (middle ** degree <= target) low = middle;
        else high = middle;
      }
      return Number(low & 0xffffffffn) | 0;
    };
    const [rounds, start] = [primes.map((p) => bits(p, 3n)), primes.slice(0, 8).map((p) => bits(p, 2n))];
    const turn = (x, n) => (x >>> n) | (x << (32 - n));

    return (text) => {
      const bytes = [...text].map((c) => c.charCodeAt(0)).concat(0x80);
      while (bytes.length % 64 !== 56) bytes.push(0);
      const length = BigInt(text.length * 8);
      for (let i = 56n; i >= 0n; i -= 8n) bytes.push(Number((length >> i) & 255n));
      const state = [...start];
      for (let block = 0; block < bytes.length; block += 64) {
        const w = [];
        for (let i = 0; i < 64; i++) {
          const [a, b] = [w[i - 15], w[i - 2]];
          const byte = (k) => bytes[block + 4 * i + k];
          if (i < 16) w.push((byte(0) << 24) | (byte(1) << 16) | (byte(2) << 8) | byte(3));
          else {
            const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3), s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
            w.push((w[i - 16] + s0 + w[i - 7] + s1) | 0);
          }
        }
        let [a, b, c, d, e, f, g, h] = state;
        for (let i = 0; i < 64; i++) {
          const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25), s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
          const one = (h + s1 + ((e & f) ^ (~e & g)) + rounds[i] + w[i]) | 0;
          const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
          [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
        }
        [a, b, c, d, e, f, g, h].forEach((value, i) => (state[i] = (state[i] + value) | 0));
      }
      return state.map((value) => (value >>> 0).toString(16).padStart(8, "0")).join("");
    };
  })();

  /** Sorted keys, no blanks, ASCII only. */
  const canonical = (value) => {
    if (isList(value)) return `[${value.map(canonical).join(",")}]`;
    if (isRecord(value))
      return `{${Object.keys(value).sort().map((key) => `${canonical(key)}:${canonical(value[key])}`).join(",")}}`;
    return JSON.stringify(value).replace(
      /[\u007f-\uffff]/g,
      (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
  };

  const fingerprint = (claim) => `sha256:${sha256(canonical(claim))}`;

  /** Reject unless the certificate proves its claim; `proved` is a Map of claims that may serve as lemmas. */
  const check = (certificate, proved = new Map()) => {
    try {
      const keys = ["format", "claim", "fingerprint", "lemmas", "refutations"];
      const isCertificate = isRecord(certificate) && keys.every((key) => Object.hasOwn(certificate, key));
      demand(isCertificate && certificate.format === "certificate/1", "not a certificate/1");
      const { claim, lemmas: used, refutations } = certificate;
      demand(isList(used) && isList(refutations), "not a certificate/1");
      demand(certificate.fingerprint === fingerprint(claim), "another claim's fingerprint");
      const lemmas = new Map(used.filter((name) => proved.has(name)).map((name) => [name, proved.get(name)]));
      demand(lemmas.size === used.length, "a lemma is not proved, or listed twice");
      demand(hasKeys(claim, ["variables", "hypotheses", "goal"]) && isList(claim.hypotheses), "not a claim");
      const ring = new Ring(claim.variables);
      const alternatives = ring.cases(["and", ...claim.hypotheses, ["not", claim.goal]], true);
      demand(refutations.length === alternatives.length, `there are ${alternatives.length} cases to refute`);
      alternatives.forEach((facts, i) => ring.refute(refutations[i], facts, lemmas));
    } catch (error) {
      if (error instanceof RangeError) throw new Rejected("too deep, or too large");
      throw error;
    }
  };

  /** What a JSON text stands for. Numbers are whole: 2.0 and 1e0 are refused, for they are no exponents. */
  const parse = (text) => {
    const numbers = text.replace(/"(?:[^"\\]|\\.)*"/g, "").match(/[0-9.eE+-]*[0-9][0-9.eE+-]*/g) ?? [];
    demand(numbers.every((number) => /^-?[0-9]+$/.test(number)), "a number is not whole");
    return JSON.parse(text);
  };

  return { Rejected, check, fingerprint, parse };
})();

if (typeof module !== "undefined") module.exports = certificateKernel;
