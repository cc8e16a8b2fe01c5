/** A place in a text; both are counted from 1. */
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
  const { start, end } = rangeAt(editor.value, position);
  editor.focus();
  editor.setSelectionRange(start, end);
  const lineHeight = editor.scrollHeight / editor.value.split('\n').length;
  editor.scrollTop = Math.max(0, (position.line - 1) * lineHeight - editor.clientHeight / 2);
  editor.scrollLeft = 0;
}
