import type { ManifestContext, NodePoolManifest } from '@kerf/application';
import type { LastExclusion } from '@kerf/engine';
import type { NewFinding } from '../findings/finding-list.js';

/** Warns of a NodePool for which no instance type remains, and names what excludes the last ones. */
export function noInstanceType(
  spec: NodePoolManifest,
  { catalog }: Pick<ManifestContext, 'catalog'>,
): readonly NewFinding[] {
  const exclusion = catalog?.exclusionOf(spec) ?? null;
  if (exclusion === null) return [];
  const { term } = exclusion;
  return [
    {
      code: 'NO_INSTANCE_TYPE',
      path:
        term.kind === 'Requirement'
          ? ['spec', 'template', 'spec', 'requirements', term.index]
          : ['spec', 'template', 'metadata', 'labels', term.key],
      message: messageOf(spec, exclusion),
    },
  ];
}

function messageOf({ template }: NodePoolManifest, { term, values, types }: LastExclusion): string {
  const nodeClass = template.spec.nodeClassRef.name;
  const before = types === 1 ? 'the last one' : `the last ${types}`;
  const fix =
    values.length === 0
      ? `remove it, or change what EC2NodeClass ${nodeClass} allows`
      : `use a value that they have (${listOf(values)}), or change what EC2NodeClass ${nodeClass} allows`;
  return `no instance type remains, so no node can be launched: ${textOf(template, term)} excludes ${before}; ${fix}`;
}

function textOf(
  { metadata, spec }: NodePoolManifest['template'],
  term: LastExclusion['term'],
): string {
  if (term.kind === 'Label') return `the label ${term.key}: ${metadata.labels[term.key] ?? ''}`;
  const requirement = spec.requirements[term.index];
  if (requirement === undefined) return 'the requirement';
  const { key, operator, values = [] } = requirement;
  return values.length === 0
    ? `the requirement ${key} ${operator}`
    : `the requirement ${key} ${operator} [${listOf(values)}]`;
}

/** More values than that are counted. */
const shownValues = 8;

function listOf(values: readonly string[]): string {
  const numbers = values.map(Number);
  if (values.length > shownValues && numbers.every(Number.isInteger)) {
    return `${Math.min(...numbers)} to ${Math.max(...numbers)}`;
  }
  const rest = values.length - shownValues;
  const shown = values.slice(0, shownValues).join(', ');
  return rest > 0 ? `${shown} and ${rest} more` : shown;
}
