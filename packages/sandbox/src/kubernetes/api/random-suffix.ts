import { randomInt } from 'node:crypto';

/** Letters and digits that can make no word and no mistake. Source: apimachinery/pkg/util/rand. */
const alphabet = 'bcdfghjklmnpqrstvwxz2456789';

export function randomSuffix(length = 5): string {
  let text = '';
  while (text.length < length) text += alphabet.charAt(randomInt(alphabet.length));
  return text;
}

/** The same alphabet for a number: what hashes in names are written with. */
export function safeEncode(value: number): string {
  return Array.from(String(value))
    .map((digit) => alphabet.charAt(digit.charCodeAt(0) % alphabet.length))
    .join('');
}
