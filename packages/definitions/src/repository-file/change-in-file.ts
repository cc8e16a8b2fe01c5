import { err, ok, type Result } from '@kerf/core';
import { type Document, parse as parseYaml, visit } from 'yaml';
import { definitionGroups } from '../definition-groups.js';
import { formatPath } from '../findings/path.js';
import { type FormattableDefinition, formatManifest } from '../format-manifest.js';
import { isObject } from '../text/json.js';
import { parseDocuments } from '../text/parse-documents.js';
import { documentsIn } from './documents-in.js';
import { planEdits } from './plan-edits.js';
import { writeEdits } from './write-edits.js';

/** The change of one object. */
export interface ObjectChange {
  readonly before: FormattableDefinition;
  readonly after: FormattableDefinition;
}

/** Why a file cannot be changed, as a sentence that names the fix. */
type Refusal = string;

/**
 * Makes the change of one object in a file of a repository: only the fields that differ, with the comments and the other
 * documents as they are.
 * @returns the text of the file, the same if it has the change already; or why it cannot be changed
 */
export function changeInFile(
  text: string,
  { before, after }: ObjectChange,
): Result<string, Refusal> {
  if (text.includes('{{')) return err(templateRefusal);
  const found = findObject(text, before);
  if (!found.ok) return found;
  const { index, value } = found.value;
  const read = (definition: FormattableDefinition): unknown =>
    parseYaml(formatManifest(definition));
  const change = { before: read(before), after: read(after) };
  const { edits, conflicts } = planEdits({ ...change, found: value });
  if (conflicts.length > 0) return err(conflictRefusal(conflicts.map(formatPath)));
  if (edits.length === 0) return ok(text);
  const written = writeEdits(text, index, edits);
  return isWritten(written, text, { ...change, index }) ? ok(written) : err(unsureRefusal);
}

const templateRefusal =
  'The file is a template ({{ … }}): which values it gets is not known here. Change the values of the template.';
const unsureRefusal =
  'The file is written in a way in which this change cannot be made safely. Make it by hand.';

const conflictRefusal = (fields: readonly string[]): Refusal =>
  `The file and the cluster differ in ${fields.join(', ')}, so that the change of this field would overwrite another one. Wait until the file is applied, or change the file.`;

interface FoundObject {
  readonly index: number;
  readonly value: unknown;
}

function findObject(
  text: string,
  { kind, name }: FormattableDefinition,
): Result<FoundObject, Refusal> {
  const problem = problemOf(text);
  if (problem !== null) return err(`The file cannot be read as YAML: ${problem}.`);
  const found = documentsIn(text).flatMap((document, index) => {
    const value: unknown = document.toJS();
    return isOf(value, kind, name) ? [{ index, value, document }] : [];
  });
  const [only, another] = found;
  if (only === undefined) return err(`The file has no ${kind} ${name}.`);
  if (another !== undefined) return err(`The file has ${kind} ${name} more than once.`);
  const version = isObject(only.value) ? only.value['apiVersion'] : null;
  if (version !== `${definitionGroups[kind]}/v1`) {
    return err(
      `The file has ${kind} ${name} as ${String(version)}, whose fields are others. Convert the file to ${definitionGroups[kind]}/v1 first.`,
    );
  }
  return hasAliases(only.document)
    ? err(
        'The object is written with YAML aliases (*name), so that a change of one field could change others.',
      )
    : ok(only);
}

function problemOf(text: string): string | null {
  const documents = parseDocuments(text);
  if (!documents.ok) return documents.error.message;
  const [problem] = documents.value.flatMap(({ problems }) => problems);
  return problem?.message ?? null;
}

function isOf(value: unknown, kind: FormattableDefinition['kind'], name: string): boolean {
  if (!isObject(value) || value['kind'] !== kind) return false;
  const { apiVersion, metadata } = value;
  const isOfGroup = String(apiVersion).startsWith(`${definitionGroups[kind]}/`);
  return isOfGroup && isObject(metadata) && metadata['name'] === name;
}

function hasAliases(document: Document.Parsed): boolean {
  let isFound = false;
  visit(document, {
    Alias: () => {
      isFound = true;
      return visit.BREAK;
    },
  });
  return isFound;
}

interface WrittenChange {
  readonly before: unknown;
  readonly after: unknown;
  readonly index: number;
}

/** Whether the written document has the change, and every other document is the same. */
function isWritten(written: string, text: string, { index, ...change }: WrittenChange): boolean {
  if (problemOf(written) !== null) return false;
  const [now, earlier] = [written, text].map((each) =>
    documentsIn(each).map((document): unknown => document.toJS()),
  );
  if (now === undefined || earlier?.length !== now.length) return false;
  const { edits, conflicts } = planEdits({ ...change, found: now[index] });
  const areOthersSame = now.every(
    (value, position) =>
      position === index || JSON.stringify(value) === JSON.stringify(earlier[position]),
  );
  return edits.length + conflicts.length === 0 && areOthersSame;
}
