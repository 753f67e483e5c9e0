/** The quantile for `share` (0 to 1), rounded to the nearest measured value. @param {number[]} values @param {number} share */
export function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1))];
}

/** @param {number[]} values */
export const median = (values) => quantile(values, 0.5);
