import type { ClusterId } from '@kerf/core';
import { applyNodeOverlays, type InstanceType, type OverlaidCatalog } from '@kerf/engine';
import type { NodePoolDefinition } from '../domain/definition/definition.js';
import type { CachedNodeOverlay } from '../ports/cluster-cache.js';
import type { Ports } from '../ports/ports.js';
import { readNodeOverlays } from './read-node-overlays.js';

/** The data to which NodeOverlays are applied. */
export interface CatalogSources {
  readonly clusterId: ClusterId;
  /** Overlays of the cluster cache; the same list as long as none of them has changed. */
  readonly nodeOverlays: readonly CachedNodeOverlay[];
  readonly nodePools: readonly NodePoolDefinition[];
  readonly instanceTypes: Readonly<Record<string, readonly InstanceType[]>>;
}

/**
 * Returns the instance types that NodePools may launch, with the cluster's NodeOverlays applied. It
 * is built again only when an input has changed; unchanged types and lists are the same objects.
 */
export function overlaidCatalog(
  ports: Pick<Ports, 'memory' | 'manifests'>,
  { clusterId, nodeOverlays, nodePools, instanceTypes }: CatalogSources,
): OverlaidCatalog {
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
  return ports.memory.catalog.overlaid(clusterId, from, (previous) => {
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
