import { type Document, isMap, isNode, isScalar, isSeq, type LineCounter } from 'yaml';
import type { Path } from '../findings/path.js';

/** A position in a text, counted from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Maps paths in a document's data to positions in its text. */
export interface SourceMap {
  /** Returns the position of the path, or of its nearest parent in the text. */
  readonly positionOf: (path: Path) => Position | null;
  /** Returns a scalar as written: `1.10` stays `1.10`; `null` if the text has none. */
  readonly textAt: (path: Path) => string | null;
}

/** Returns the source map of one part of the document. */
export const sourceBelow = (source: SourceMap, base: Path): SourceMap => ({
  positionOf: (path) => source.positionOf([...base, ...path]),
  textAt: (path) => source.textAt([...base, ...path]),
});

export function mapSource(document: Document, lines: LineCounter): SourceMap {
  return {
    positionOf(path) {
      for (let length = path.length; length >= 0; length -= 1) {
        const offset = offsetOf(document, path.slice(0, length));
        if (offset !== null) return positionAt(offset, lines);
      }
      return null;
    },
    textAt(path) {
      const node = document.getIn(path, true);
      return isScalar(node) ? (node.source ?? null) : null;
    },
  };
}

export function positionAt(offset: number, lines: LineCounter): Position {
  const { line, col } = lines.linePos(offset);
  return { line, column: col };
}

/** Returns the offset of a key in a mapping or an item in a list. */
function offsetOf(document: Document, path: Path): number | null {
  if (path.length === 0) return document.contents?.range?.[0] ?? null;
  const last = path.at(-1);
  const parent = document.getIn(path.slice(0, -1), true);
  if (isMap(parent)) {
    // The last value of a repeated key is read.
    const pair = parent.items.findLast(({ key }) => isScalar(key) && key.value === last);
    return isNode(pair?.key) ? (pair.key.range?.[0] ?? null) : null;
  }
  const item = isSeq(parent) && typeof last === 'number' ? parent.items[last] : null;
  return isNode(item) ? (item.range?.[0] ?? null) : null;
}
