
// The sum of the terms, its sign exact (a theorem): parts that do not overlap, least first.
// SHA-256: FILL_fingerprint
function exactSum(...parts) {
  for (let i = 0; i < parts.length; i++) {
    for (let j = 0; j < i; j++) {
      const sum = parts[i] + parts[j];
      parts[j] = sumError(parts[i], parts[j], sum);
      parts[i] = sum;
    }
  }
  let total = parts[0];
  let rest = 0;
  for (const part of parts.slice(1)) {
    const sum = part + total;
    rest += sumError(part, total, sum);
    total = sum;
  }
  return total + rest;
}
