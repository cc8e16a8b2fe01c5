import type { ManifestCatalog, ManifestContext, NodePoolManifest } from '@kerf/application';
import type { NewFinding } from '../findings/finding-list.js';
import { suggestion } from '../findings/nearest.js';
import type { Path } from '../findings/path.js';
import { fixedLabelValues } from '../schema/well-known-labels.js';
import { misnamedZone } from './misnamed-zone.js';

/** A value that the nodes of a NodePool must have, or must not have. */
interface NamedValue {
  readonly key: string;
  readonly value: string;
  readonly path: Path;
}

/** Warns of values of well-known labels that no instance type of the region has. */
export const unknownValues = (
  spec: NodePoolManifest,
  { catalog }: Pick<ManifestContext, 'catalog'>,
): readonly NewFinding[] =>
  namedValues(spec).flatMap((named) => {
    const { key, value, path } = named;
    // A value that is certainly no zone has a message of its own.
    if (misnamedZone(key, value) !== null) return [];
    const problem = problemOf(named, catalog);
    return problem === null
      ? []
      : [{ code: 'VALUE_UNKNOWN', path, message: problem, found: value }];
  });

function namedValues({ template }: NodePoolManifest): readonly NamedValue[] {
  const inTemplate = ['spec', 'template'] as const;
  const { metadata, spec } = template;
  return [
    ...Object.entries(metadata.labels).map(([key, value]) => ({
      key,
      value,
      path: [...inTemplate, 'metadata', 'labels', key],
    })),
    ...spec.requirements.flatMap(({ key, operator, values = [] }, index) =>
      operator === 'In' || operator === 'NotIn'
        ? values.map((value, position) => ({
            key,
            value,
            path: [...inTemplate, 'spec', 'requirements', index, 'values', position],
          }))
        : [],
    ),
  ];
}

function problemOf(
  { key, value }: NamedValue,
  catalog: ManifestCatalog | undefined,
): string | null {
  const shown = value || 'empty';
  const fixed = fixedLabelValues.get(key);
  if (fixed !== undefined) {
    return fixed.includes(value) ? null : `${key} is never ${shown}${choices(value, fixed)}`;
  }
  const known = catalog?.valuesOf(key) ?? null;
  return catalog === undefined || known === null || known.includes(value)
    ? null
    : `${key} is never ${shown} in ${catalog.region}${choices(value, known)}`;
}

/** More values than that are not listed. */
const listedValues = 25;

function choices(value: string, known: readonly string[]): string {
  const list =
    known.length === 0 || known.length > listedValues ? '' : `; it is one of ${known.join(', ')}`;
  // Numbers that look alike are no typing errors of one another.
  return /^[0-9]+$/.test(value) ? list : `${list}${suggestion(value, known)}`;
}
