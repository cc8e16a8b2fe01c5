import type { ClusterId } from '@kerf/core';
import type { DefinitionKind } from '../definition/definition.js';
import type { AccessObject } from './access.js';

/**
 * Returns what a change of a definition is about: a NodePool, or the whole cluster for an
 * EC2NodeClass, because any NodePool of the cluster may use it.
 */
export function definitionObject(
  clusterId: ClusterId,
  { kind, name }: { readonly kind: DefinitionKind; readonly name: string },
): AccessObject {
  return kind === 'NodePool'
    ? { kind: 'NodePools', clusterId, nodePools: [name] }
    : { kind: 'Cluster', clusterId };
}
