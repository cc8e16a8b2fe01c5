/**
 * Returns the sum of the products of two arrays.
 * @param a multipliers; `undefined` gives 0
 * @param offset index in `b` of the element that belongs to the first of `a`
 */
export function dotProduct(a: Float64Array | undefined, b: Float64Array, offset: number): number {
  let sum = 0;
  for (let k = 0; k < (a?.length ?? 0); k++) sum += (a?.[k] ?? 0) * (b[offset + k] ?? 0);
  return sum;
}
