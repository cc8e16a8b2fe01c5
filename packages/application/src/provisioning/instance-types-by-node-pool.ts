import type { InstanceType } from '@kerf/engine';
import type { CatalogFacts, SpotPrice } from '../catalog/catalog-facts.js';
import type { ClusterSettings } from '../clusters/cluster.js';
import type { NodeClassDefinition, NodePoolDefinition } from '../definitions/definition.js';
import type { InstanceTypeResolver, UnavailableOffering } from '../ports/cloud-provider.js';

export interface OfferingSources {
  readonly catalog: CatalogFacts;
  readonly spotPrices: readonly SpotPrice[];
  readonly unavailable: readonly UnavailableOffering[];
  readonly settings: ClusterSettings;
}

/** What each pool may buy; pools of one node class share one list. A class not ready buys nothing. */
export function instanceTypesByNodePool(
  resolver: InstanceTypeResolver,
  sources: OfferingSources,
  nodePools: readonly NodePoolDefinition[],
  nodeClasses: readonly NodeClassDefinition[],
): Readonly<Record<string, readonly InstanceType[]>> {
  const byClass = new Map<string, readonly InstanceType[]>(
    nodeClasses.map((nodeClass) => [
      nodeClass.name,
      nodeClass.resolution === null
        ? []
        : resolver.resolve({
            ...sources,
            nodeClass: nodeClass.spec,
            resolution: nodeClass.resolution,
          }),
    ]),
  );
  return Object.fromEntries(
    nodePools.map((pool) => [
      pool.name,
      byClass.get(pool.spec.template.spec.nodeClassRef.name) ?? [],
    ]),
  );
}
