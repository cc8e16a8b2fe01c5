/** A position in a text; line and column start at 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Returns the range from the position to the end of its line; within the text in any case. */
export function rangeAt(
  text: string,
  { line, column }: TextPosition,
): { readonly start: number; readonly end: number } {
  const lines = text.split('\n');
  const index = Math.min(line, lines.length) - 1;
  const begin = lines.slice(0, index).reduce((length, each) => length + each.length + 1, 0);
  const { length } = lines[index] ?? '';
  return { start: begin + Math.min(column - 1, length), end: begin + length };
}

/** Selects the rest of the line from the position on, and scrolls to it. */
export function showPosition(editor: HTMLTextAreaElement, position: TextPosition): void {
  showRange(editor, rangeAt(editor.value, position));
}

/** Selects the range and scrolls its first line to the middle. */
export function showRange(
  editor: HTMLTextAreaElement,
  { start, end }: { readonly start: number; readonly end: number },
): void {
  editor.focus();
  editor.setSelectionRange(start, end);
  const lineHeight = editor.scrollHeight / editor.value.split('\n').length;
  const lineIndex = editor.value.slice(0, start).split('\n').length - 1;
  editor.scrollTop = Math.max(0, lineIndex * lineHeight - editor.clientHeight / 2);
  editor.scrollLeft = 0;
}
