// FILL_generated Compares each function with its test vectors.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import * as formulas from "./symbolic_eps.js";

// Vectors, their SHA-256, a function, the one below it; in ulps the largest error, and the farthest below.
const CHECKS = [
FILL_checks
];

const view = new DataView(new ArrayBuffer(8));

/** A binary64 number from its 16 hexadecimal digits. */
function number(bits) {
  view.setBigUint64(0, BigInt(`0x${bits}`));
  return view.getFloat64(0);
}

/** The value, or undefined where it is refused. */
function valueAt(f, point) {
  try {
    return f(...point);
  } catch (error) {
    if (error instanceof RangeError) {
      return undefined;
    }
    throw error;
  }
}

/** The error in ulps, and whether anything is wrong. */
function errorAt(row, value, lower, bound, lowest) {
  if (row.status === "outside" || row.status === "beyond") {
    return [0, value !== undefined || lower !== undefined];
  }
  if (value === undefined || lower === undefined) {
    return [0, true];
  }
  if (row.status === "infinite") {
    return [0, value !== Infinity || lower !== Infinity];
  }
  const [rounded, below, unit] = [row.rounded, row.below, row.unit].map(number);
  const offset = Number(row.offset);
  const error = Math.abs((value - rounded) / unit - offset);
  const far = offset - (lower - rounded) / unit;
  return [error, !(error <= bound && lower <= below && far <= lowest)];
}

/** How many points are wrong; prints a line. */
function wrongIn([path, digest, f, fLower, bound, lowest]) {
  let data;
  try {
    data = readFileSync(new URL(path, import.meta.url));
  } catch (error) {
    console.log(`${path}: cannot be read (${error.code})`);
    return 1;
  }
  if (createHash("sha256").update(data).digest("hex") !== digest) {
    console.log(`${path}: is not the file of this export (its SHA-256 differs)`);
    return 1;
  }
  const [head, ...lines] = data.toString().trimEnd().split("\n").map((line) => line.split(","));
  const count = head.indexOf("status");
  let largest = 0;
  let wrong = 0;
  for (const line of lines) {
    const point = line.slice(0, count).map(number);
    const row = Object.fromEntries(head.map((name, position) => [name, line[position]]).slice(count));
    const [error, failed] = errorAt(row, valueAt(f, point), valueAt(fLower, point), bound, lowest);
    largest = error > largest ? error : largest;
    wrong += failed ? 1 : 0;
  }
  console.log(`${path}: ${lines.length} points, largest error ${largest.toFixed(2)} ulps, ${wrong} wrong`);
  return wrong + (lines.length === 0 ? 1 : 0);
}

let failures = 0;
for (const check of CHECKS) {
  failures += wrongIn(check);
}
process.exitCode = failures === 0 ? 0 : 1;
