import { createHash } from 'node:crypto';
import { getOrCreate } from '@kerf/core';
import { safeEncode } from '../api/random-suffix.js';
import { canonicalText } from '../json/canonical.js';
import type { PodTemplate } from '../resources/types/pod.js';

const hashes = new WeakMap<PodTemplate, string>();

/** A short name for a template's content: pods of different templates are told apart by it. */
export function templateHash(template: PodTemplate): string {
  return getOrCreate(hashes, template, () => {
    const digest = createHash('sha256').update(canonicalText(template)).digest();
    return safeEncode(digest.readUInt32BE(0));
  });
}
