import type { Text } from '@codemirror/state';

/** A range of the text in characters, from 0. */
export interface EditorRange {
  readonly from: number;
  readonly to: number;
}

/** A position in a text; line and column start at 1. It stands for the rest of its line. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

export type EditorPlace = EditorRange | TextPosition;

/** Returns the range of a place; within the text in any case, because it may have become shorter. */
export function rangeOf(text: Text, place: EditorPlace): EditorRange {
  if ('from' in place) {
    const to = Math.min(place.to, text.length);
    return { from: Math.min(place.from, to), to };
  }
  const { from, to } = text.line(Math.min(place.line, text.lines));
  return { from: Math.min(from + place.column - 1, to), to };
}
