import { AppError } from '@kerf/core';
import { type DocumentNode, Lexer, parse, Source, TokenKind } from 'graphql';
import { measureDocument } from './document-shape.js';

/** The dashboard's largest document has 300 tokens and 180 selections, an introspection query 240. */
export const limits = {
  tokens: 5_000,
  /** Nesting depth of brackets of any kind: parsers and validators recurse once per level. */
  nesting: 50,
  definitions: 50,
  aliases: 50,
  /** Validation compares each pair of equal names. */
  repeatedFields: 100,
  selections: 2_000,
  levels: 50,
  depth: 12,
  rootFields: 20,
  /** About three times the largest page of the dashboard. */
  complexity: 50_000,
} as const;

type Measure = keyof typeof limits;

const sentences: Readonly<Record<Measure, string>> = {
  tokens: 'The document is too long',
  nesting: 'Brackets are nested too deeply',
  definitions: 'The document has too many operations and fragments',
  aliases: 'The document has too many aliases',
  repeatedFields: 'The document repeats too many fields',
  selections: 'The document has too many selections after expansion of its fragments',
  levels: 'Selections are nested too deeply after expansion of fragments',
  depth: 'Fields are nested too deeply',
  rootFields: 'The operation has too many root fields',
  complexity: 'The query may read too many objects. Request fewer rows or fields',
};

/** @throws INPUT.TOO_COMPLEX when `found` exceeds the limit, with both numbers */
export function refuseAbove(measure: Measure, found: number): void {
  const limit = limits[measure];
  if (found <= limit) return;
  throw new AppError({
    code: 'INPUT.TOO_COMPLEX',
    message: `${sentences[measure]}: ${found}, at most ${limit}.`,
    meta: { measure, [measure]: found, limit },
  });
}

/**
 * Parses a document that is small enough to be validated, in time linear in the length of the text.
 * Steps that cost more (validation, complexity) come after these limits.
 * @throws INPUT.TOO_COMPLEX, GraphQLError for wrong syntax
 */
export function parseWithinLimits(text: string): DocumentNode {
  refuseLargeText(text);
  const document = parse(text);
  refuseAbove('definitions', document.definitions.length);
  const shape = measureDocument(document);
  refuseAbove('aliases', shape.aliases);
  refuseAbove('repeatedFields', shape.repeatedFields);
  refuseAbove('levels', shape.levels);
  refuseAbove('depth', shape.depth);
  refuseAbove('rootFields', shape.rootFields);
  refuseAbove('selections', shape.selections);
  return document;
}

const opening: ReadonlySet<TokenKind> = new Set([
  TokenKind.BRACE_L,
  TokenKind.BRACKET_L,
  TokenKind.PAREN_L,
]);
const closing: ReadonlySet<TokenKind> = new Set([
  TokenKind.BRACE_R,
  TokenKind.BRACKET_R,
  TokenKind.PAREN_R,
]);

/** Reads no further than the first token over a limit. */
function refuseLargeText(text: string): void {
  const lexer = new Lexer(new Source(text));
  let tokens = 0;
  let nesting = 0;
  for (let { kind } = lexer.advance(); kind !== TokenKind.EOF; { kind } = lexer.advance()) {
    tokens += 1;
    if (opening.has(kind)) nesting += 1;
    if (closing.has(kind)) nesting -= 1;
    refuseAbove('tokens', tokens);
    refuseAbove('nesting', nesting);
  }
}
