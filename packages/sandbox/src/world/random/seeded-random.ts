import { createHash } from 'node:crypto';

/**
 * Returns a random number in [0, 1), uniform and without state: the same seed and words give the
 * same number, in any order of calls and after any restart.
 */
export function seededRandom(seed: number, ...words: readonly (string | number)[]): number {
  // FNV-1a, then the finalizer of MurmurHash3, which separates words that differ in the last
  // letters only.
  let hash = 0x811c9dc5;
  const text = [seed, ...words].join('|');
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** Returns a number between two others, by {@link seededRandom}. */
export function seededRandomBetween(
  [low, high]: readonly [number, number],
  seed: number,
  ...words: readonly (string | number)[]
): number {
  return low + (high - low) * seededRandom(seed, ...words);
}

/** Returns random hexadecimal digits, the same for the same words. */
export function hexDigits(length: number, ...words: readonly (string | number)[]): string {
  return createHash('sha256').update(words.join('|')).digest('hex').slice(0, length);
}

/**
 * Returns random capital letters and digits as in access keys and IDs of IAM, the same for the same
 * words.
 */
export function letterDigits(length: number, ...words: readonly (string | number)[]): string {
  const bytes = createHash('sha256').update(words.join('|')).digest();
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  return [...bytes.subarray(0, length)].map((byte) => alphabet.charAt(byte % 32)).join('');
}
