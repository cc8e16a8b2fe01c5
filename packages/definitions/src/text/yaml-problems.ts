import {
  type Document,
  isCollection,
  isScalar,
  type LineCounter,
  type Node,
  visit,
  type YAMLError,
} from 'yaml';
import type { NewFinding } from '../findings/finding-list.js';
import { positionAt } from './source-map.js';

const maxProblems = 10;

/** Returns the reasons why a document cannot be parsed. */
export function syntaxProblems(
  document: Document.Parsed,
  lines: LineCounter,
): readonly NewFinding[] {
  const errors = document.errors.slice(0, maxProblems).map((error) => ({
    offset: openingOf(error, document) ?? error.pos[0],
    message: `invalid YAML: ${error.message}${hints.get(error.code) ?? ''}`,
  }));
  const problems = [...errors, ...unknownAliases(document)]
    // The parser often reports several errors at one place; the first is the cause.
    .filter(({ offset }, index, all) => all.findIndex((each) => each.offset === offset) === index)
    .slice(0, maxProblems);
  return problems.map(({ offset, message }) => ({
    code: 'YAML_INVALID',
    path: [],
    message,
    position: positionAt(offset, lines),
  }));
}

/** Advice for less obvious messages of the parser. */
const hints: ReadonlyMap<YAMLError['code'], string> = new Map([
  ['MULTILINE_IMPLICIT_KEY', '; a colon or comma is missing, or the indentation is wrong'],
  [
    'BLOCK_AS_IMPLICIT_KEY',
    '; quote a value that contains a colon, or start the mapping on the next line',
  ],
  ['BAD_SCALAR_START', '; quote the value'],
  ['TAB_AS_INDENT', '; indent with spaces'],
]);

const missesItsEnd: ReadonlySet<YAMLError['code']> = new Set(['MISSING_CHAR', 'BAD_INDENT']);

/**
 * Returns the offset of a quote or bracket that is not closed; the parser reports where it stopped.
 */
function openingOf(error: YAMLError, document: Document.Parsed): number | null {
  if (!missesItsEnd.has(error.code)) return null;
  let opening: number | null = null;
  visit(document, {
    Node(_key, node) {
      if (isDelimited(node) && node.range?.[1] === error.pos[0]) [opening] = node.range;
    },
  });
  return opening;
}

const isDelimited = (node: Node): boolean =>
  isCollection(node)
    ? node.flow === true
    : isScalar(node) && node.type?.startsWith('QUOTE') === true;

/** The library reports an unknown alias by throwing only, without its position. */
function unknownAliases(document: Document.Parsed) {
  const anchors = new Set<string>();
  const unknown: { readonly offset: number; readonly message: string }[] = [];
  visit(document, {
    Alias(_key, { source, range }) {
      if (unknown.length === maxProblems || anchors.has(source)) return;
      const message = `*${source.slice(0, 80)} refers to an undefined anchor; quote text that starts with *`;
      unknown.push({ offset: range?.[0] ?? 0, message });
    },
    Value(_key, { anchor }) {
      if (anchor !== undefined) anchors.add(anchor);
    },
  });
  return unknown;
}

/** Returns findings for repeated keys of mappings; the last value is read. */
export function repeatedKeys(document: Document.Parsed, lines: LineCounter): readonly NewFinding[] {
  const findings: NewFinding[] = [];
  visit(document, {
    Map(_key, map) {
      const seen = new Map<unknown, number>();
      for (const { key } of map.items) {
        if (!isScalar(key) || key.value === '<<') continue;
        const offset = key.range?.[0] ?? 0;
        const first = seen.get(key.value);
        if (first === undefined) seen.set(key.value, offset);
        else if (findings.length < maxProblems) {
          const { line } = positionAt(first, lines);
          const message = `${String(key.value).slice(0, 80)} occurs twice in the same mapping, first on line ${line}; keep one`;
          findings.push({
            code: 'KEY_DUPLICATE',
            path: [],
            message,
            found: key.value,
            position: positionAt(offset, lines),
          });
        }
      }
    },
  });
  return findings;
}
