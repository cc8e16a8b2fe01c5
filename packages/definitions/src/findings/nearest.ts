/**
 * Returns the candidate that was probably meant: equal except for case, or with at most two typing
 * errors (one in short words); `null` if none is close enough.
 */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  if (word.length > maxWordLength) return null;
  let best: string | null = null;
  let bestDistance = word.length <= 4 ? 2 : 3;
  for (const candidate of candidates) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Returns ` (did you mean X?)`, or an empty text. */
export function suggestion(word: string, candidates: Iterable<string>): string {
  const close = nearest(word, candidates);
  return close === null ? '' : ` (did you mean ${close}?)`;
}

/** Fields and labels are shorter, and the cost of the distance is the product of both lengths. */
const maxWordLength = 100;

/**
 * Returns the Levenshtein distance: insertions, deletions and replacements that convert `a` to `b`.
 */
function editDistance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [row, letter] of a.split('').entries()) {
    let left = row + 1;
    const current = [left];
    for (const [column, other] of b.split('').entries()) {
      const replaced = (above[column] ?? 0) + (letter === other ? 0 : 1);
      left = Math.min(left + 1, (above[column + 1] ?? 0) + 1, replaced);
      current.push(left);
    }
    above = current;
  }
  return above[b.length] ?? 0;
}
