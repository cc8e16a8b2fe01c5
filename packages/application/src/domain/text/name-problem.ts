/**
 * Control characters, line separators, and characters that turn or hide text: a name with one looks like another
 * name, or forges lines of logs and messages.
 */
const deceptive = /[\p{Cc}\u2028\u2029\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;

/** Returns true if the text has no control character, also none that only changes how other text looks. */
export const isPlain = (text: string): boolean => !deceptive.test(text);

/** Problem of a text that is not {@link isPlain}, and how to fix it. */
export const plainRule =
  'must have no control characters, e.g. line breaks or marks of direction; remove them';

/** Returns what is wrong with a name that somebody types; `null` if it is usable. */
export function nameProblem(name: string, longest: number): string | null {
  if (!isPlain(name)) return plainRule;
  if (name.trim() === name && name !== '' && name.length <= longest) return null;
  return `must have 1 to ${longest} characters, without spaces around them`;
}
