import { type Document, isScalar, isSeq, type Scalar, stringify, type ToStringOptions } from 'yaml';
import { documentsIn } from './documents-in.js';
import type { Edit } from './plan-edits.js';

type Parsed = Document.Parsed;

/**
 * Returns the text with edits of one of its documents. Everything else stays as it is: other documents to the letter, and
 * this one, too, if only scalars change. Otherwise it is written anew with its comments, in the style that is nearest to its own.
 */
export function writeEdits(text: string, index: number, edits: readonly Edit[]): string {
  const document = documentAt(text, index);
  const splices = edits.map((edit) => toSplice(document, edit));
  return splices.every((splice) => splice !== null)
    ? splice(text, splices)
    : rewrite(text, index, edits);
}

const documentAt = (text: string, index: number): Parsed => {
  const document = documentsIn(text)[index];
  if (document === undefined) throw new RangeError(`the text has no document ${index}`);
  return document;
};

interface Splice {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Returns the replacement of the characters of a scalar by another one; `null` for any other edit. */
function toSplice(document: Parsed, edit: Edit): Splice | null {
  if (edit.kind !== 'Set') return null;
  const node = document.getIn(edit.path, true);
  if (!isScalar(node) || !node.range || node.tag !== undefined) return null;
  const text = scalarText(node, edit.value);
  const [from, to] = node.range;
  return text === null || from === to ? null : { from, to, text };
}

/** Writes a scalar in the style of another one; `null` if it needs several lines. */
function scalarText({ type }: Scalar, value: unknown): string | null {
  if (type === 'BLOCK_LITERAL' || type === 'BLOCK_FOLDED') return null;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string' || /[\n\r]/.test(value)) return null;
  if (type === 'QUOTE_DOUBLE') return JSON.stringify(value);
  if (type === 'QUOTE_SINGLE') return `'${value.replaceAll("'", "''")}'`;
  // Characters that end a plain scalar in a flow collection are quoted everywhere.
  if (/[,[\]{}]/.test(value)) return JSON.stringify(value);
  return stringify(value, { lineWidth: 0, compat: 'yaml-1.1' }).trimEnd();
}

const splice = (text: string, splices: readonly Splice[]): string =>
  splices
    .toSorted((a, b) => b.from - a.from)
    .reduce((rest, { from, to, text: own }) => rest.slice(0, from) + own + rest.slice(to), text);

function rewrite(text: string, index: number, edits: readonly Edit[]): string {
  const untouched = documentAt(text, index);
  const [from, , to] = untouched.range;
  const source = text.slice(from, to);
  const style = nearestStyle(source, untouched);
  const document = documentAt(text, index);
  for (const edit of edits) applyEdit(document, edit);
  const written = document.toString(style);
  const lines = source.includes('\r\n') ? written.replaceAll(/\r?\n/g, '\r\n') : written;
  return text.slice(0, from) + lines + text.slice(to);
}

function applyEdit(document: Parsed, edit: Edit): void {
  const { path } = edit;
  if (edit.kind === 'Delete') document.deleteIn(path);
  else if (edit.kind === 'Set') setKeepingComment(document, edit.path, edit.value);
  else {
    const list = document.getIn(path.slice(0, -1), true);
    const item = document.createNode(edit.value);
    if (isSeq(list)) {
      list.items.splice(Number(path.at(-1)), 0, item);
    }
  }
}

/** A scalar keeps its node, with the comment behind it. */
function setKeepingComment(document: Parsed, path: Edit['path'], value: unknown): void {
  const node = document.getIn(path, true);
  const isLiteral = typeof value !== 'object';
  if (isScalar(node) && isLiteral) node.value = value;
  else document.setIn(path, document.createNode(value));
}

const styles: readonly ToStringOptions[] = [2, 4].flatMap((indent) =>
  [true, false].flatMap((indentSeq) =>
    [true, false].map((flowCollectionPadding) => ({ indent, indentSeq, flowCollectionPadding })),
  ),
);

/** Returns the style in which most lines of the document stay as they are. */
function nearestStyle(source: string, document: Parsed): ToStringOptions {
  const lines = new Set(source.split(/\r?\n/));
  const scored = styles.map((style) => {
    const options = { ...style, lineWidth: 0 };
    const written = document.toString(options).split('\n');
    return { options, changed: written.filter((line) => !lines.has(line)).length };
  });
  return scored.toSorted((a, b) => a.changed - b.changed)[0]?.options ?? {};
}
