/**
 * Returns true if `text` matches `pattern`, in which `*` stands for any text and `?` for one
 * character. Takes time in proportion to the product of both lengths at most.
 */
export function matchesGlob(pattern: string, text: string): boolean {
  let inPattern = 0;
  let inText = 0;
  let star = -1;
  let afterStar = 0;
  while (inText < text.length) {
    const wanted = pattern[inPattern];
    if (wanted === '*') {
      star = inPattern;
      afterStar = inText;
      inPattern += 1;
    } else if (wanted === '?' || wanted === text[inText]) {
      inPattern += 1;
      inText += 1;
    } else if (star >= 0) {
      inPattern = star + 1;
      afterStar += 1;
      inText = afterStar;
    } else {
      return false;
    }
  }
  return /^\**$/.test(pattern.slice(inPattern));
}
