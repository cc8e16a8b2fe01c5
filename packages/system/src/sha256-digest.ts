import { createHash } from 'node:crypto';
import { setImmediate as otherWork } from 'node:timers/promises';
import type { Digest } from '@kerf/application';
import { canonicalJson } from '@kerf/core';

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
