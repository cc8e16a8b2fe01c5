/** Returns a longer copy of an array; the added elements are 0. */
export function grownArray(array: Int32Array, length: number): Int32Array<ArrayBuffer>;
export function grownArray(array: Float64Array, length: number): Float64Array<ArrayBuffer>;
export function grownArray(
  array: Int32Array | Float64Array,
  length: number,
): Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer> {
  const grown = array instanceof Int32Array ? new Int32Array(length) : new Float64Array(length);
  grown.set(array);
  return grown;
}
