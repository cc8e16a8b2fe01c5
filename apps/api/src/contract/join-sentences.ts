/** Joins sentences by a space, and what does not end as one by a semicolon. */
export function joinSentences([first = '', ...others]: readonly string[]): string {
  return others.reduce((text, other) => `${text}${text.endsWith('.') ? ' ' : '; '}${other}`, first);
}
