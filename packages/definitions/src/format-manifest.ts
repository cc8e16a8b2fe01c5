import {
  type Ec2NodeClassManifest,
  minSavingAnnotations,
  type NodePoolManifest,
  type ObjectMetadata,
} from '@kerf/application';
import { stringify } from 'yaml';
import { definitionGroups } from './definition-groups.js';
import { isObject } from './text/json.js';

/** A stored definition. */
export type FormattableDefinition =
  | { readonly kind: 'NodePool'; readonly name: string; readonly spec: NodePoolManifest }
  | { readonly kind: 'EC2NodeClass'; readonly name: string; readonly spec: Ec2NodeClassManifest };

/** Labels and annotations to write instead of those of the definition. */
export type ManifestMetadata = Partial<ObjectMetadata>;

/**
 * Collections for which empty and absent are equal; an empty list of budgets, e.g., is different.
 */
const omittedWhenEmpty: ReadonlySet<string> = new Set([
  'metadata',
  'labels',
  'annotations',
  'taints',
  'startupTaints',
  'limits',
]);

/**
 * Formats a definition as v1 YAML with its defaults, for reading and comparison: keys are sorted as
 * by `kubectl`, and text is quoted where YAML 1.1 would read another type.
 * @param metadata of an object to be applied to a cluster, if it differs from the definition's
 */
export function formatManifest(
  definition: FormattableDefinition,
  metadata: ManifestMetadata = definition.spec.objectMetadata ?? {},
): string {
  const { kind, name } = definition;
  const { labels, annotations, spec } = partsOf(definition, metadata);
  const manifest = {
    apiVersion: `${definitionGroups[kind]}/v1`,
    kind,
    metadata: {
      name,
      ...(Object.keys(labels).length > 0 && { labels }),
      ...(Object.keys(annotations).length > 0 && { annotations }),
    },
    spec,
  };
  return stringify(manifest, { sortMapEntries: true, lineWidth: 0, compat: 'yaml-1.1' });
}

function partsOf(
  definition: FormattableDefinition,
  { labels = {}, annotations = {} }: ManifestMetadata,
): ObjectMetadata & { readonly spec: unknown } {
  if (definition.kind === 'EC2NodeClass') {
    const { objectMetadata: _, ...spec } = definition.spec;
    return { labels, annotations, spec };
  }
  const { minSaving: _, objectMetadata: __, ...spec } = definition.spec;
  const own = minSavingAnnotations(definition.spec);
  return { labels, annotations: { ...annotations, ...own }, spec: withoutEmpty(spec) };
}

function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, member]) => [key, withoutEmpty(member)] as const)
      .filter(([key, member]) => !(omittedWhenEmpty.has(key) && isEmpty(member))),
  );
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
