import { createHash } from 'node:crypto';
import { setImmediate as otherWork } from 'node:timers/promises';
import type { Digest } from '@kerf/application';
import { compareKeys, isRecord } from '@kerf/core';

/** Time that the digest of a sequence takes before other work runs. */
const sliceMs = 10;

/** SHA-256 of canonical JSON: sorted keys, no white space, no `undefined` members. */
export const sha256Digest: Digest = {
  of: (value) => createHash('sha256').update(canonicalJson(value)).digest('hex'),
  ofSequence: async (values) => {
    const hash = createHash('sha256');
    let sliceEndsAt = performance.now() + sliceMs;
    for (const value of values) {
      // One line per value: JSON has no line breaks, so the digest depends on where each value
      // ends.
      hash.update(`${canonicalJson(value)}\n`);
      if (performance.now() < sliceEndsAt) continue;
      await otherWork();
      sliceEndsAt = performance.now() + sliceMs;
    }
    return hash.digest('hex');
  },
};

/** Returns JSON text that is the same for equal data, whatever the order of keys. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    isRecord(member) ? Object.fromEntries(Object.entries(member).sort(compareKeys)) : member,
  );
}
