import { randomInt } from 'node:crypto';

/**
 * Letters and digits that form no words and are not confused. Source: apimachinery/pkg/util/rand.
 */
const alphabet = 'bcdfghjklmnpqrstvwxz2456789';

export function randomSuffix(length = 5): string {
  let text = '';
  while (text.length < length) text += alphabet.charAt(randomInt(alphabet.length));
  return text;
}

/** Encodes a number in the same alphabet, as hashes in names are. */
export function safeEncode(value: number): string {
  return Array.from(String(value))
    .map((digit) => alphabet.charAt(digit.charCodeAt(0) % alphabet.length))
    .join('');
}
