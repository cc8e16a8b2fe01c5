import { diffLines } from 'diff';

/** `number` is the position of the line in the diff, from 1. */
export type DiffLine = { readonly number: number } & LineContent;

type LineContent =
  | { readonly kind: 'same' | 'added' | 'removed'; readonly text: string }
  | { readonly kind: 'skipped'; readonly lines: number };

const contextLines = 3;

/** Returns the changed lines with three lines of context; other lines are skipped. */
export function toDiff(before: string, after: string): readonly DiffLine[] {
  const parts = diffLines(before, after);
  return parts
    .flatMap((part, index): readonly LineContent[] => {
      const lines = part.value.replace(/\n$/, '').split('\n');
      if (part.added) return lines.map((text) => ({ kind: 'added', text }));
      if (part.removed) return lines.map((text) => ({ kind: 'removed', text }));
      return collapseUnchanged(lines, index === 0, index === parts.length - 1);
    })
    .map((line, index) => ({ ...line, number: index + 1 }));
}

function collapseUnchanged(
  lines: readonly string[],
  isFirst: boolean,
  isLast: boolean,
): readonly LineContent[] {
  const head = isFirst ? 0 : contextLines;
  const tail = isLast ? 0 : contextLines;
  const skipped = lines.length - head - tail;
  // Skipping a single line saves no space.
  if (skipped <= 1) return same(lines);
  return [
    ...same(lines.slice(0, head)),
    { kind: 'skipped', lines: skipped },
    ...same(lines.slice(lines.length - tail)),
  ];
}

const same = (lines: readonly string[]): readonly LineContent[] =>
  lines.map((text) => ({ kind: 'same', text }));
