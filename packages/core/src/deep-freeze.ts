/**
 * Freezes plain data deeply and returns it. Frozen parts count as deeply frozen: large shared parts
 * are frozen once, where they are created.
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
