import { createHash } from 'node:crypto';
import { setImmediate as otherWork } from 'node:timers/promises';
import type { Digest } from '@kerf/application';
import { compareKeys, isRecord } from '@kerf/core';

/** A sequence takes this much time at once. */
const sliceMs = 10;

/** SHA-256 over canonical JSON: keys sorted, no white space, `undefined` members left out. */
export const sha256Digest: Digest = {
  of: (value) => createHash('sha256').update(canonicalJson(value)).digest('hex'),
  ofSequence: async (values) => {
    const hash = createHash('sha256');
    let sliceEndsAt = performance.now() + sliceMs;
    for (const value of values) {
      // A line each: JSON has no line breaks, so where one value ends is part of the digest.
      hash.update(`${canonicalJson(value)}\n`);
      if (performance.now() < sliceEndsAt) continue;
      await otherWork();
      sliceEndsAt = performance.now() + sliceMs;
    }
    return hash.digest('hex');
  },
};

/** JSON text that is equal for equal data, whatever the order of keys. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    isRecord(member) ? Object.fromEntries(Object.entries(member).sort(compareKeys)) : member,
  );
}
