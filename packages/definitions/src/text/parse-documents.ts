import { err, ok, type Result } from '@kerf/core';
import { Composer, type Document, isScalar, Lexer, LineCounter, Parser } from 'yaml';
import type { NewFinding } from '../findings/finding-list.js';
import { maxDepth } from './json.js';
import { mapSource, type SourceMap } from './source-map.js';
import { repeatedKeys, syntaxProblems } from './yaml-problems.js';

/** One document of a text: plain data, and its positions in the text. */
interface ParsedDocument {
  /** `undefined` if the document is unreadable; `problems` may also concern readable parts. */
  readonly value: unknown;
  readonly source: SourceMap;
  readonly problems: readonly NewFinding[];
}

const maxTextBytes = 256 * 1024;
const maxDocuments = 100;
/** Maximum number of collections behind one alias, far above usual manifests. */
const maxAliasCount = 100;
/** A level of YAML needs up to two tokens on the parser's stack: the mapping and its entry. */
const maxStack = 2 * maxDepth;

/**
 * Splits YAML or JSON text into documents, without empty ones.
 * @returns the finding that refuses the whole text if it is too large or too deep
 */
export function parseDocuments(text: string): Result<readonly ParsedDocument[], NewFinding> {
  const bytes = Buffer.byteLength(text);
  if (bytes > maxTextBytes) {
    return refuse('TEXT_TOO_LARGE', `the text has ${bytes} bytes; the maximum is ${maxTextBytes}`);
  }
  const lines = new LineCounter();
  const tokens = tokenize(text, lines);
  if (tokens === null) {
    return refuse('TEXT_TOO_DEEP', `the text is nested more than ${maxDepth} levels deep`);
  }
  // `uniqueKeys` compares all pairs of keys, 10 s for a hostile 256 KiB. repeatedKeys needs one
  // pass.
  const composer = new Composer({ uniqueKeys: false, stringKeys: true, merge: true });
  const documents = [...composer.compose(tokens, false, text.length)].filter(hasContent);
  if (documents.length === 0) return refuse('TEXT_EMPTY', 'the text contains no manifest');
  if (documents.length > maxDocuments) {
    return refuse(
      'TOO_MANY_DOCUMENTS',
      `the text has ${documents.length} documents; the maximum is ${maxDocuments}`,
    );
  }
  return ok(documents.map((document) => readDocument(document, lines)));
}

const refuse = (code: NewFinding['code'], message: string): Result<never, NewFinding> =>
  err({ code, path: [], message });

/**
 * Returns the parser's tokens; `null` if they are nested too deep. Unlike the composer, the parser
 * is not recursive, so it can handle any depth.
 */
function tokenize(text: string, lines: LineCounter) {
  const parser = new Parser(lines.addNewLine);
  const tokens = [];
  lines.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    tokens.push(...parser.next(lexeme));
    if (parser.stack.length > maxStack) return null;
  }
  tokens.push(...parser.end());
  return tokens;
}

function hasContent(document: Document.Parsed): boolean {
  const { contents } = document;
  return document.errors.length > 0 || !(isScalar(contents) && contents.value === null);
}

function readDocument(document: Document.Parsed, lines: LineCounter): ParsedDocument {
  const source = mapSource(document, lines);
  const refuseFor = (problems: readonly NewFinding[]) => ({ value: undefined, source, problems });
  const syntax = syntaxProblems(document, lines);
  if (syntax.length > 0) return refuseFor(syntax);
  const data = resolveAliases(document);
  return data.ok
    ? { value: data.value, source, problems: repeatedKeys(document, lines) }
    : refuseFor([data.error]);
}

/** The library reports too many aliases by throwing only. */
function resolveAliases(document: Document.Parsed): Result<unknown, NewFinding> {
  try {
    return ok(document.toJS({ maxAliasCount }));
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    return err({ code: 'TOO_MANY_ALIASES', path: [], message: error.message });
  }
}
