import { createHash } from 'node:crypto';
import { safeEncode } from '../api/random-suffix.js';
import { canonicalText } from '../json/canonical.js';
import type { PodTemplate } from '../resources/types/pod.js';

const hashes = new WeakMap<PodTemplate, string>();

/** A short name for a template's content: pods of different templates are told apart by it. */
export function templateHash(template: PodTemplate): string {
  const known = hashes.get(template);
  if (known !== undefined) return known;
  const digest = createHash('sha256').update(canonicalText(template)).digest();
  const hash = safeEncode(digest.readUInt32BE(0));
  hashes.set(template, hash);
  return hash;
}
