const objectBytes = 24;
const referenceBytes = 8;
const textBytes = 16;

/**
 * Estimates the memory of a value in bytes. Equal texts count each time, although V8 shares some.
 * @param shared a part that is counted elsewhere
 */
export function roughSizeOf(value: unknown, shared: object | null = null): number {
  let bytes = 0;
  // A list instead of recursion: values can be nested deeply.
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string') {
      bytes += textBytes + next.length;
    } else if (typeof next === 'object' && next !== null && next !== shared) {
      bytes += objectBytes + ownSizeOf(next, waiting);
    }
  }
  return bytes;
}

/** Adds the parts of an object to the list. */
function ownSizeOf(value: object, waiting: unknown[]): number {
  if (value instanceof Map) {
    for (const entry of value) waiting.push(entry);
    return value.size * referenceBytes;
  }
  if (value instanceof Set) {
    for (const entry of value) waiting.push(entry);
    return value.size * referenceBytes;
  }
  const parts: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  for (const part of parts) waiting.push(part);
  const keyChars = Array.isArray(value) ? 0 : keyLengthOf(value);
  return parts.length * referenceBytes + keyChars;
}

/** Keys of rows are few and shared; those of maps, such as labels, are not. */
function keyLengthOf(value: object): number {
  let length = 0;
  for (const key in value) length += key.length;
  return length;
}
