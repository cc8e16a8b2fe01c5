import { labelKeys } from '@kerf/core';
import type { ManifestKind, ManifestSchema } from './manifest-schema.js';

/** A text that fits at the cursor. */
export interface ManifestOption {
  readonly label: string;
  /** The text to insert for it. */
  readonly text: string;
  /** Type of the field, and whether it is required. */
  readonly detail: string;
  readonly description: string;
}

/** The options at the cursor; the text from `from` to the cursor is replaced. */
export interface ManifestCompletion {
  readonly from: number;
  readonly options: readonly ManifestOption[];
}

/**
 * Returns the fields or values that fit at a position of a manifest in YAML. Only the indentation is read, because a
 * manifest that is being written is not valid YAML yet.
 * @param position in characters, from 0
 * @returns `null` where nothing is known
 */
export function completeManifest(
  text: string,
  position: number,
  kinds: readonly ManifestKind[],
): ManifestCompletion | null {
  const lines = documentBefore(text, position);
  const current = lines.at(-1) ?? '';
  const [, lead = '', key, value] = /^(\s*(?:- +)*)(?:([\w./-]+):\s+)?(\S*)$/.exec(current) ?? [];
  if (value === undefined || current.trimStart().startsWith('#')) return null;
  const from = position - value.length;
  const column = lead.length;
  const above = pathAt(lines.slice(0, -1), lead);
  const root = rootOf(text, position, kinds);
  const schema = root === null ? null : fieldOf(root, above);
  if (key !== undefined) {
    const options = valuesOf(key, schema?.properties?.[key] ?? null, { above, kinds });
    return options.length === 0 ? null : { from, options };
  }
  if (schema === null) return null;
  const present = siblingsAt(text, position, lead);
  const options = fieldsOf(schema, column).filter(({ label }) => !present.has(label));
  return options.length === 0 ? null : { from, options };
}

/** Returns the lines of the document that the position is in, up to the position. */
function documentBefore(text: string, position: number): readonly string[] {
  const lines = text.slice(0, position).split('\n');
  return lines.slice(lines.findLastIndex((line) => line.startsWith('---')) + 1);
}

interface Step {
  readonly column: number;
  /** The key, or `null` for an item of a list. */
  readonly key: string | null;
}

/** Returns the items and keys that a line begins with, from left to right. */
function stepsOf(line: string): readonly Step[] {
  const steps: Step[] = [];
  let column = line.length - line.trimStart().length;
  while (/^- +|^-$/.test(line.slice(column))) {
    steps.push({ column, key: null });
    column += (/^- */.exec(line.slice(column))?.[0] ?? '').length;
  }
  const [, key] = /^["']?([^"'\s:#]+)["']?:(?:\s|$)/.exec(line.slice(column)) ?? [];
  return key === undefined ? steps : [...steps, { column, key }];
}

/**
 * Returns the path of keys and items to a line that begins with `lead`, from the lines above it.
 * An item may stand at the column of the key of its list.
 */
function pathAt(above: readonly string[], lead: string): readonly Step[] {
  const path: Step[] = [];
  let limit = lead.length;
  const climb = (step: Step): void => {
    const isList = path[0]?.key === null;
    const isParent = step.column < limit || (isList && step.key !== null && step.column === limit);
    if (!isParent) return;
    path.unshift(step);
    limit = step.column;
  };
  for (const step of stepsOf(lead).toReversed()) climb(step);
  for (const line of above.toReversed()) {
    if (line.trim() === '' || line.trimStart().startsWith('#')) continue;
    for (const step of stepsOf(line).toReversed()) climb(step);
  }
  return path;
}

/** Returns the schema of the document's kind, or one of the fields that choose it. */
function rootOf(
  text: string,
  position: number,
  kinds: readonly ManifestKind[],
): ManifestSchema | null {
  const before = documentBefore(text, position);
  const after = text.slice(position).split('\n');
  const end = after.findIndex((line) => line.startsWith('---'));
  const lines = [...before, ...(end === -1 ? after : after.slice(0, end))];
  const kind = lines.map((line) => /^kind:\s*(\S+)/.exec(line)?.[1]).find((found) => found);
  if (kind === undefined) return envelope;
  return kinds.find((each) => each.kind === kind)?.schema ?? null;
}

const envelope: ManifestSchema = {
  properties: { apiVersion: { type: 'string' }, kind: { type: 'string' } },
};

/** Returns the schema at the path; `null` if there is none. */
function fieldOf(root: ManifestSchema, path: readonly Step[]): ManifestSchema | null {
  return path.reduce<ManifestSchema | null>((schema, { key }) => {
    if (schema === null) return null;
    const { items, properties, additionalProperties } = schema;
    return (key === null ? items : (properties?.[key] ?? additionalProperties)) ?? null;
  }, root);
}

/** Returns the keys of the mapping that a line which begins with `lead` at the position is in. */
function siblingsAt(text: string, position: number, lead: string): ReadonlySet<string> {
  const lines = text.split('\n');
  const current = text.slice(0, position).split('\n').length - 1;
  const column = lead.length;
  const keys = new Set<string>();
  /** @returns whether the mapping may go on beyond the line */
  const collect = (line: string, isBelow: boolean): boolean => {
    const [first] = stepsOf(line);
    if (first === undefined) return !line.startsWith('---');
    const isItem = first.key === null;
    // A new item of the list begins another mapping, and a key further left ends this one.
    if (first.column < column && (isBelow || !isItem)) return false;
    const own = stepsOf(line).find((step) => step.column === column);
    if (own?.key) keys.add(own.key);
    return first.column >= column;
  };
  // Nothing above the first line of an item belongs to it.
  const above = lead.includes('-') ? [] : lines.slice(0, current).toReversed();
  for (const line of above) if (!collect(line, false)) break;
  for (const line of lines.slice(current + 1)) if (!collect(line, true)) break;
  return keys;
}

function fieldsOf({ properties = {}, required = [] }: ManifestSchema, column: number) {
  return Object.entries(properties)
    .filter(([name]) => name !== 'status')
    .map(([name, { type = '', description = '' }]): ManifestOption => {
      const inner = `\n${' '.repeat(column + 2)}`;
      return {
        label: name,
        text: `${name}:${type === 'object' ? inner : type === 'array' ? `${inner}- ` : ' '}`,
        detail: required.includes(name) ? `${type}, required` : type,
        description,
      };
    });
}

interface ValueContext {
  readonly above: readonly Step[];
  readonly kinds: readonly ManifestKind[];
}

function valuesOf(
  key: string,
  schema: ManifestSchema | null,
  { above, kinds }: ValueContext,
): readonly ManifestOption[] {
  if (above.length === 0 && key === 'kind') return kinds.map(({ kind }) => toValue(kind));
  if (above.length === 0 && key === 'apiVersion')
    return [...new Set(kinds.map(({ apiVersion }) => apiVersion))].map(toValue);
  if (key === 'key' && above.at(-2)?.key === 'requirements')
    return Object.values(requirementLabels).map(toValue);
  if (schema?.type === 'boolean') return ['true', 'false'].map(toValue);
  return (schema?.enum ?? []).map(String).map(toValue);
}

const { zone, zoneId, instanceType, arch, os, capacityType } = labelKeys;
const ec2 = (name: string): string => `karpenter.k8s.aws/instance-${name}`;

/** Labels that people choose nodes by. Source: karpenter pkg/apis/v1/labels.go @v1.14.1. */
const requirementLabels: readonly string[] = [
  capacityType,
  arch,
  os,
  instanceType,
  zone,
  zoneId,
  ...['category', 'family', 'generation', 'size', 'cpu', 'memory', 'gpu-name', 'gpu-count'].map(
    ec2,
  ),
  ...['hypervisor', 'local-nvme', 'network-bandwidth', 'cpu-manufacturer'].map(ec2),
];

const toValue = (value: string): ManifestOption => ({
  label: value,
  text: value,
  detail: '',
  description: '',
});
