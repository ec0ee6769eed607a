// Times of the exported root and of the printed formula, by turns.
import { readFileSync } from "node:fs";
import { root } from "./symbolic_eps.js";

const printed = (r, p, q) => {
  const b = 1 - p;
  return Math.log((2 * p * (1 - q)) / (Math.sqrt(b * b + 4 * p * (1 - q) * (1 / r - p * q)) - b));
};
const bytes = readFileSync("points.bin");
const points = new Float64Array(bytes.length / 8);
for (let i = 0; i < points.length; i++) points[i] = bytes.readDoubleLE(8 * i);
let total = 0;
const times = (name) => {
  const begun = process.cpuUsage().user;
  if (name === "root") for (let i = 0; i < points.length; i += 3) total += root(points[i], points[i + 1], points[i + 2]);
  else for (let i = 0; i < points.length; i += 3) total += printed(points[i], points[i + 1], points[i + 2]);
  return process.cpuUsage().user - begun;
};
const repetitions = Number(readFileSync("repetitions.txt", "utf8"));
for (let i = 0; i < repetitions; i++) console.log(`ratio ${times("root") / times("printed")}`);
if (total === 1) console.log("not left out");
