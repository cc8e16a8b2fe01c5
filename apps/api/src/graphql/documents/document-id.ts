import { createHash } from 'node:crypto';
import { type DefinitionNode, type DocumentNode, print } from 'graphql';

/**
 * Returns the ID of a document: a digest that depends on neither its layout nor the order of its definitions. It has
 * 96 bits, enough to tell the dashboard's own documents apart; each page loads the IDs of all of them.
 */
export function documentId({ kind, definitions }: DocumentNode): string {
  const sorted = definitions.toSorted((one, other) => compare(nameOf(one), nameOf(other)));
  return createHash('sha256')
    .update(print({ kind, definitions: sorted }))
    .digest('base64url')
    .slice(0, 16);
}

const nameOf = (definition: DefinitionNode): string =>
  'name' in definition ? `${definition.kind} ${definition.name?.value ?? ''}` : definition.kind;

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
