import type { FieldRequirement } from '@kerf/db';
import { badInput } from './public-error.js';

const maxLength = 2_000;
const maxRequirements = 20;

/**
 * The fields that a selector may name. A field with spellings has only these values, from the domain's word to
 * that of the API.
 */
export type SelectableFields<Field extends string> = Readonly<
  Record<Field, Readonly<Record<string, string>> | null>
>;

/** Describes a parameter that takes a field selector. */
export const describeFields = (fields: SelectableFields<string>): string =>
  `Fields of the objects, as for kubectl, e.g. \`name=a,zone!=b\`: ${Object.keys(fields).join(', ')}. An empty value selects objects without one.`;

/**
 * Reads a field selector of Kubernetes, e.g. `nodePool=default,zone!=us-east-1a`.
 * @throws INPUT.INVALID with the part that is wrong, and the fields that there are
 */
export function readFieldSelector<Field extends string>(
  text: string | null | undefined,
  fields: SelectableFields<Field>,
): readonly FieldRequirement<Field>[] | null {
  if (text === null || text === undefined) return null;
  if (text.length > maxLength) throw invalid(`must have at most ${maxLength} characters`);
  const parts = text.split(',');
  if (parts.length > maxRequirements) {
    throw invalid(`must have at most ${maxRequirements} requirements`);
  }
  return parts.map((part) => toRequirement(part.trim(), fields));
}

function toRequirement<Field extends string>(
  part: string,
  fields: SelectableFields<Field>,
): FieldRequirement<Field> {
  const { name, sign, value } = partsOf(part);
  const field = keysOf(fields).find((each) => each === name);
  if (field === undefined) {
    const known = Object.keys(fields).join(', ');
    throw invalid(`has the unknown field ${JSON.stringify(name)}; use one of ${known}`);
  }
  const operator = sign === '!=' ? 'NotEquals' : 'Equals';
  return { field, operator, value: toWord(field, value, fields[field]) };
}

function partsOf(part: string) {
  const { name, sign, value } =
    /^(?<name>\w+)(?<sign>!=|==?)(?<value>.*)$/.exec(part)?.groups ?? {};
  if (name === undefined || sign === undefined || value === undefined) {
    throw invalid(`has a part that is no requirement: ${JSON.stringify(part)}`);
  }
  return { name, sign, value };
}

function toWord(
  field: string,
  value: string,
  spellings: Readonly<Record<string, string>> | null,
): string {
  if (spellings === null || value === '') return value;
  const [word] = Object.entries(spellings).find(([, spelling]) => spelling === value) ?? [];
  if (word !== undefined) return word;
  const known = Object.values(spellings).join(', ');
  throw invalid(`has the unknown value ${JSON.stringify(value)} of ${field}; use one of ${known}`);
}

function keysOf<Key extends string>(record: Readonly<Record<Key, unknown>>): readonly Key[] {
  const keys: Key[] = [];
  for (const key in record) keys.push(key);
  return keys;
}

const invalid = (problem: string) =>
  badInput(`fieldSelector ${problem}. Write it as for kubectl, e.g. "name=a,zone!=b".`, [
    { path: 'fieldSelector', message: problem },
  ]);
