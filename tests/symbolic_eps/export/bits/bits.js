// Results of root at all points of points.bin, to results.bin.
import { readFileSync, writeFileSync } from "node:fs";
import { root } from "./symbolic_eps.js";

const read = readFileSync("points.bin");
const found = Buffer.alloc(read.length / 3);
for (let i = 0; i < read.length; i += 24) {
  let value = NaN;
  try {
    value = root(read.readDoubleLE(i), read.readDoubleLE(i + 8), read.readDoubleLE(i + 16));
  } catch (refused) {
    if (!(refused instanceof RangeError)) throw refused;
  }
  found.writeDoubleLE(value, i / 3);
}
writeFileSync("results.bin", found);
