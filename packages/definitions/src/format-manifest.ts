import type { Ec2NodeClassManifest, NodePoolManifest } from '@kerf/application';
import { stringify } from 'yaml';
import { definitionGroups } from './definition-groups.js';
import { isObject } from './text/json.js';

/** A definition as it is stored. */
export type FormattableDefinition =
  | { readonly kind: 'NodePool'; readonly name: string; readonly spec: NodePoolManifest }
  | { readonly kind: 'EC2NodeClass'; readonly name: string; readonly spec: Ec2NodeClassManifest };

/** Metadata that an object in a cluster has and a definition of Kerf does not store. */
export interface ManifestMetadata {
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** Collections that mean the same empty as left out; an empty list of budgets, say, does not. */
const omittedWhenEmpty: ReadonlySet<string> = new Set([
  'metadata',
  'labels',
  'annotations',
  'taints',
  'startupTaints',
  'limits',
]);

/**
 * The definition as v1 YAML with its defaults, for people to read and compare: keys sorted as
 * `kubectl` prints them, and text quoted wherever YAML 1.1 would read something else.
 * @param metadata of an object that is to be applied to a cluster
 */
export function formatManifest(
  { kind, name, spec }: FormattableDefinition,
  metadata: ManifestMetadata = {},
): string {
  const manifest = {
    apiVersion: `${definitionGroups[kind]}/v1`,
    kind,
    metadata: { name, ...metadata },
    spec: kind === 'NodePool' ? withoutEmpty(spec) : spec,
  };
  return stringify(manifest, { sortMapEntries: true, lineWidth: 0, compat: 'yaml-1.1' });
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
