import { labelKeys } from '@kerf/core';
import type { Reason } from '../explain/reason.js';
import { deepFreeze } from '../freeze.js';
import type { EngineSettings } from '../model/cluster-snapshot.js';
import type { InstanceType } from '../model/instance-type.js';
import type { NodePool, NodePoolTemplate } from '../model/node-pool.js';
import type { ResourceList } from '../model/resource-list.js';
import type { PlannedNodeClaim } from '../model/scheduling-result.js';
import { planStaticNodes } from './static-nodes.js';

/** A node that somebody asks for by itself: no pool stands behind it, and no pod waits for it. */
export interface StandaloneNode
  extends Omit<NodePoolTemplate, 'expireAfterMs' | 'terminationGracePeriodMs'> {
  /** What the node must have room for, daemons and all. */
  readonly requests: ResourceList;
}

export type PlannedStandaloneNode = Omit<PlannedNodeClaim, 'nodePool'> & {
  readonly nodePool: null;
};

export type StandaloneNodePlan =
  | { readonly kind: 'Planned'; readonly planned: PlannedStandaloneNode }
  | { readonly kind: 'Refused'; readonly reason: Reason };

/** No pool can be called so. */
const noPool = '';

/**
 * What a node without a pool may be bought as: every type that its own requirements allow and that
 * has room for its requests. Daemons are not added: whoever asks says what the node must hold.
 * @param instanceTypes what its node class resolves to, without NodeOverlays
 * @returns frozen; equal input gives equal bytes
 * @remarks O(types); for a thousand some 40 ms, as for any plan
 * Source: karpenter aws cloudprovider.go resolveInstanceTypes @v1.14.1.
 */
export function planStandaloneNode(
  node: StandaloneNode,
  instanceTypes: readonly InstanceType[],
  settings: EngineSettings,
): StandaloneNodePlan {
  const roomy = typesLargeEnough(node.requests, instanceTypes);
  if ('code' in roomy) return deepFreeze({ kind: 'Refused', reason: roomy });
  const plan = planStaticNodes(
    {
      clusterName: '',
      now: 0,
      seed: 0,
      pods: [],
      nodes: [],
      nodePools: [poolOf(node)],
      instanceTypesByNodePool: { [noPool]: roomy },
      daemonSets: [],
      podDisruptionBudgets: [],
      namespaces: [],
      settings,
    },
    noPool,
    1,
  );
  if (plan.kind === 'Refused') return plan;
  const [planned] = plan.result.newNodeClaims;
  if (planned === undefined) return deepFreeze({ kind: 'Refused', reason: nothingToLaunch });
  const { [labelKeys.nodePool]: _, ...labels } = planned.labels;
  return deepFreeze({
    kind: 'Planned',
    planned: {
      ...planned,
      nodePool: null,
      labels,
      annotations: node.annotations,
      requirements: planned.requirements.filter(({ key }) => key !== labelKeys.nodePool),
      requests: node.requests,
    },
  });
}

const nothingToLaunch: Reason = { code: 'NO_MATCHING_INSTANCE_TYPE', allowed: null };

/** The types that hold the requests, or which of these is too much for those that hold the others. */
function typesLargeEnough(
  requests: ResourceList,
  instanceTypes: readonly InstanceType[],
): readonly InstanceType[] | Reason {
  let types = instanceTypes;
  for (const [resource, requested] of Object.entries(requests).sort(([a], [b]) =>
    a < b ? -1 : 1,
  )) {
    const amountOf = ({ allocatable }: InstanceType): number => allocatable[resource] ?? 0;
    const enough = types.filter((type) => amountOf(type) >= requested);
    if (enough.length === 0 && types.length > 0) {
      const [largest] = types.toSorted(
        (a, b) => amountOf(b) - amountOf(a) || (a.name < b.name ? -1 : 1),
      );
      return {
        code: 'INSTANCE_TYPE_TOO_SMALL',
        resource,
        requested,
        largest: largest === undefined ? 0 : amountOf(largest),
        instanceType: largest?.name ?? null,
      };
    }
    types = enough;
  }
  return types;
}

/** A pool of this one node: what plans nodes for pools plans it as well. */
const poolOf = ({ requests: _, ...template }: StandaloneNode): NodePool => ({
  name: noPool,
  weight: 0,
  replicas: 1,
  notReady: null,
  template: { ...template, expireAfterMs: null, terminationGracePeriodMs: null },
  disruption: { consolidationPolicy: 'WhenEmpty', consolidateAfterMs: null, budgets: [] },
  limits: {},
  usage: {},
});
