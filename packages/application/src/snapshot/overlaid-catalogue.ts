import type { ClusterId } from '@kerf/core';
import { applyNodeOverlays, type InstanceType, type OverlaidCatalogue } from '@kerf/engine';
import type { NodePoolDefinition } from '../domain/definition/definition.js';
import type { CachedNodeOverlay } from '../ports/cluster-cache.js';
import type { Ports } from '../ports/ports.js';
import { readNodeOverlays } from './read-node-overlays.js';

/** What NodeOverlays are applied to. */
export interface CatalogueSources {
  readonly clusterId: ClusterId;
  /** Of the mirror; the same list as long as none of them changed. */
  readonly nodeOverlays: readonly CachedNodeOverlay[];
  readonly nodePools: readonly NodePoolDefinition[];
  readonly instanceTypes: Readonly<Record<string, readonly InstanceType[]>>;
}

/**
 * What pools may buy with the cluster's NodeOverlays laid over it. Made anew only when something that
 * it is made from is another: types and lists that come out the same are the same objects.
 */
export function overlaidCatalogue(
  ports: Pick<Ports, 'memory' | 'manifests'>,
  { clusterId, nodeOverlays, nodePools, instanceTypes }: CatalogueSources,
): OverlaidCatalogue {
  if (nodeOverlays.length === 0) {
    return {
      instanceTypesByNodePool: instanceTypes,
      conflicts: [],
      reaches: [],
      made: new Map(),
    };
  }
  const pools = nodePools.map(({ name, spec }) => ({
    name,
    template: { labels: spec.template.metadata.labels },
  }));
  const from = {
    nodeOverlays,
    pools: JSON.stringify(pools),
    lists: pools.map(({ name }) => instanceTypes[name]),
  };
  return ports.memory.recallOverlaid(clusterId, from, (previous) => {
    const overlays = readNodeOverlays(ports.manifests, nodeOverlays).flatMap((one) =>
      one.kind === 'Read' ? [one.overlay] : [],
    );
    return applyNodeOverlays(
      { nodePools: pools, instanceTypesByNodePool: instanceTypes },
      overlays,
      previous,
    );
  });
}
