import { parseAllDocuments } from 'yaml';
import { exitCodes } from '../exit-codes.js';
import { Failure } from '../failure.js';
import { type Fields, isFields } from './fields.js';
import { apiVersion, type Kind, kinds, type Stated } from './kinds.js';

/** An object that a manifest describes, or why it describes none. */
export interface Wanted extends Stated {
  readonly kind: Kind | null;
  /** For messages, e.g. `team/web`. */
  readonly label: string;
  readonly problem: Failure | null;
}

/** The manifests of a text: those of Kerf alone, and the text of all others. */
export interface Documents {
  readonly wanted: readonly Wanted[];
  /** NodePools, EC2NodeClasses and what cannot be read, for the server; `null` if there are none. */
  readonly others: string | null;
}

/** Separates manifests of Kerf from those that the server reads. */
export function readDocuments(text: string): Documents {
  const all = parseAllDocuments(text);
  const wanted: Wanted[] = [];
  const others: string[] = [];
  for (const document of 'empty' in all ? [] : all) {
    const value: unknown = document.errors.length > 0 ? null : document.toJS();
    if (isFields(value) && value['apiVersion'] === apiVersion) wanted.push(toWanted(value));
    else others.push(text.slice(document.range[0], document.range[1]));
  }
  // Without manifests of Kerf the text stays as it is, so that its lines keep their numbers.
  if (wanted.length === 0) return { wanted, others: text };
  const left = others.filter((one) => one.replaceAll(/^\s*#.*$/gm, '').trim() !== '');
  return { wanted, others: left.length === 0 ? null : left.join('\n---\n') };
}

const memberNames = new Set(['apiVersion', 'kind', 'metadata', 'spec']);

function toWanted(value: Fields): Wanted {
  const kind = kinds.find((one) => one.kind === value['kind']) ?? null;
  const { metadata, spec = {} } = value;
  const { name = '', ...others } = isFields(metadata) ? metadata : {};
  const label = `${String(value['kind']).toLowerCase()}/${String(name)}`;
  const unknown = [
    ...Object.keys(value).filter((member) => !memberNames.has(member)),
    ...Object.keys(others).map((member) => `metadata.${member}`),
  ];
  const problem =
    kind === null
      ? `${String(value['kind'])} is no kind of ${apiVersion}. Use one of ${kinds.map((one) => one.kind).join(', ')}.`
      : unknown.length > 0
        ? `${unknown.join(', ')}: unknown. A manifest has apiVersion, kind, metadata.name and spec.`
        : kind.isNamed && (typeof name !== 'string' || name === '')
          ? 'metadata.name must be text.'
          : isFields(spec)
            ? null
            : 'spec must be a mapping.';
  return {
    kind,
    label,
    name: String(name),
    spec: isFields(spec) ? spec : {},
    problem: problem === null ? null : new Failure(exitCodes.invalid, problem),
  };
}
