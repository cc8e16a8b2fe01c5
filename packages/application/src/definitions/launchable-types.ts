import { hasErrorCode } from '@kerf/core';
import { type InstanceType, planStandaloneNode } from '@kerf/engine';
import type { KnownCluster } from '../clusters/api.js';
import type { NodeClassDefinition, NodePoolDefinition } from '../domain/definition/definition.js';
import { toRequirementSpecs } from '../domain/definition/to-requirement-specs.js';
import type { LaunchableTypes } from '../ports/cloud-provider.js';
import type { Ports } from '../ports/ports.js';
import { instanceTypesOf } from '../snapshot/instance-types-by-node-pool.js';
import { loadOfferings } from '../snapshot/load-offerings.js';
import { engineSettings } from '../snapshot/load-snapshot.js';

type TypePorts = Pick<Ports, 'store' | 'clock' | 'instanceTypes' | 'memory'>;

/**
 * Returns the types with which dry runs check an EC2NodeClass: those that one of its NodePools allows,
 * because a policy may allow only these, and all of its types if none of them allows any. Cheapest
 * first.
 * Source: karpenter-provider-aws pkg/controllers/nodeclass/validation.go @v1.14.1.
 */
export const launchableTypes =
  (ports: TypePorts, cluster: KnownCluster, nodeClass: NodeClassDefinition): LaunchableTypes =>
  async (resolution) => {
    const types = await typesOf(ports, cluster, { ...nodeClass, resolution });
    const pools = await ports.store.definitions.nodePools(cluster.id);
    const settings = engineSettings(ports, cluster);
    for (const pool of pools) {
      if (pool.spec.template.spec.nodeClassRef.name !== nodeClass.name) continue;
      const allowed = typesAllowedBy(pool, types, settings);
      if (allowed.length > 0) return allowed;
    }
    return types;
  };

/** @returns nothing while the region's instance types are not known */
async function typesOf(
  ports: TypePorts,
  cluster: KnownCluster,
  nodeClass: NodeClassDefinition,
): Promise<readonly InstanceType[]> {
  try {
    const now = ports.clock.now();
    const offerings = await loadOfferings(ports.store, cluster, { now, nodeClasses: [nodeClass] });
    return instanceTypesOf(ports, cluster.id, nodeClass, offerings);
  } catch (error) {
    if (hasErrorCode(error, 'CATALOG.UNAVAILABLE')) return [];
    throw error;
  }
}

function typesAllowedBy(
  { spec: { template } }: NodePoolDefinition,
  types: readonly InstanceType[],
  settings: ReturnType<typeof engineSettings>,
): readonly InstanceType[] {
  const { labels, annotations } = template.metadata;
  const { taints, startupTaints, requirements, nodeClassRef } = template.spec;
  const plan = planStandaloneNode(
    {
      labels,
      annotations,
      taints,
      startupTaints,
      requirements: toRequirementSpecs(requirements),
      requests: {},
      nodeClassName: nodeClassRef.name,
    },
    types,
    settings,
  );
  if (plan.kind === 'Refused') return [];
  const byName = new Map(types.map((type) => [type.name, type]));
  return plan.planned.instanceTypes.flatMap(({ name }) => byName.get(name) ?? []);
}
