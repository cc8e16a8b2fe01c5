/**
 * Freezes a value of plain data to its leaves. What is frozen already is taken to be so to its
 * leaves: large parts that are shared are frozen once, where they are made.
 */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  const parts: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  for (const part of parts) {
    if (typeof part === 'object') deepFreeze(part);
  }
  return value;
}
