// FILL_generated Compares each function with its test vectors.
import { createHash } from "node:crypto";
import console from "node:console";
import { readFileSync } from "node:fs";
import process from "node:process";
import { URL } from "node:url";
import * as formulas from "./symbolic_eps.js";

// Vectors, their SHA-256, a function, and the one that stays below or above the exact value; in
// ulps the largest error, and the farthest of the other; -1 where that one is below, 1 where it is
// above.
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
function errorAt(row, value, safe, bound, farthest, side) {
  if (row.status === "outside" || row.status === "beyond") {
    return [0, value !== undefined || safe !== undefined];
  }
  if (value === undefined || safe === undefined) {
    return [0, true];
  }
  if (row.status === "infinite") {
    return [0, value !== Infinity || safe !== Infinity];
  }
  const edge = side < 0 ? row.below : row.above;
  const [rounded, nearest, unit] = [row.rounded, edge, row.unit].map(number);
  const offset = Number(row.offset);
  const error = Math.abs((value - rounded) / unit - offset);
  const far = side * ((safe - rounded) / unit - offset);
  return [error, !(error <= bound && side * safe >= side * nearest && far <= farthest)];
}

/** How many points are wrong; prints a line. */
function wrongIn([path, digest, f, fSafe, ...bounds]) {
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
    const named = head.map((name, position) => [name, line[position]]);
    const row = Object.fromEntries(named.slice(count));
    const [error, failed] = errorAt(row, valueAt(f, point), valueAt(fSafe, point), ...bounds);
    largest = error > largest ? error : largest;
    wrong += failed ? 1 : 0;
  }
  const error = `largest error ${largest.toFixed(2)} ulps`;
  console.log(`${path}: ${lines.length} points, ${error}, ${wrong} wrong`);
  return wrong + (lines.length === 0 ? 1 : 0);
}

let failures = 0;
for (const check of CHECKS) {
  failures += wrongIn(check);
}
process.exitCode = failures === 0 ? 0 : 1;
