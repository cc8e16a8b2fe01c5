import { deepFreeze, invariant } from '@kerf/core';
import { engineVersion } from '../engine-version.js';
import { unreadyReason } from '../explain/unready-pool.js';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import { canLaunch } from '../model/node-pool.js';
import type { Reason } from '../model/reason.js';
import type { PlannedNodeClaim, SchedulingResult } from '../model/scheduling-result.js';
import { emptyLike, isEmptyBits, membersOf } from '../requirements/bits.js';
import { unmetMinValues } from '../scheduling/nodes/min-values.js';
import { ReservationLedger } from '../scheduling/planned-nodes/reservation-ledger.js';
import { compileProblem } from '../scheduling/problem/problem.js';
import { ClaimWriter } from './planned-node-claim.js';
import { TypeRejections } from './rejected-types.js';
import { plannedId } from './write-result.js';

/** New nodes of a static NodePool, or why it can have none now. */
export type StaticNodesPlan =
  | { readonly kind: 'Planned'; readonly result: SchedulingResult }
  | { readonly kind: 'Refused'; readonly reason: Reason };

/**
 * Plans nodes of one NodePool without pods: every type that the NodePool allows and that holds its
 * daemons. The caller checks the NodePool's limits.
 * @param count number of nodes, at least one
 * @returns a frozen plan; equal input gives equal bytes
 * Source: karpenter static/provisioning/controller.go @v1.14.1.
 */
export function planStaticNodes(
  snapshot: ClusterSnapshot,
  nodePool: string,
  count: number,
): StaticNodesPlan {
  const pool = snapshot.nodePools.find(({ name }) => name === nodePool);
  if (pool === undefined) return refused({ code: 'NO_NODE_POOL' });
  if (!canLaunch(pool)) {
    return refused(unreadyReason(pool));
  }
  const problem = compileProblem({
    ...snapshot,
    pods: [],
    nodes: [],
    nodePools: [{ ...pool, replicas: null }],
  });
  const [template] = problem.templates;
  invariant(template !== undefined, 'a ready NodePool has no template');
  const question = {
    template,
    requirements: template.requirements,
    requests: new Float64Array(problem.resources.size),
    hostPorts: [],
    limits: [],
  };
  if (isEmptyBits(template.usable)) {
    const rejected = new TypeRejections(problem).rejectedBy(question, emptyLike(template.usable));
    const [most] = rejected.toSorted((a, b) => b.count - a.count);
    return refused(most?.reason ?? { code: 'NO_MATCHING_INSTANCE_TYPE', allowed: null });
  }

  const types = membersOf(template.usable).flatMap((type) => template.types[type] ?? []);
  const claim = {
    ...question,
    host: problem.existingHosts,
    types: template.usable,
    relaxesMinValues: unmetMinValues(template.requirements, types).length > 0,
    pods: [],
  };
  // No reservation is held: the launch takes one if it is free.
  const writer = new ClaimWriter(problem, new ReservationLedger([]));
  const planned: PlannedNodeClaim[] = [];
  for (let index = 0; index < count; index += 1) {
    const written = writer.write(claim, plannedId(index));
    if ('reason' in written) return refused(written.reason);
    planned.push(written);
  }
  return deepFreeze({
    kind: 'Planned',
    result: {
      engineVersion,
      newNodeClaims: planned,
      existingNodes: [],
      unschedulable: [],
      totalPriceMicroUsdPerHour: planned.reduce(
        (sum, { expected }) => sum + expected.priceMicroUsdPerHour,
        0,
      ),
      cost: null,
    },
  });
}

const refused = (reason: Reason): StaticNodesPlan => deepFreeze({ kind: 'Refused', reason });
