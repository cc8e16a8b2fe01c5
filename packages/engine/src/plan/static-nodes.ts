import { deepFreeze, invariant, type MicroUsdPerHour } from '@kerf/core';
import { engineVersion } from '../engine-version.js';
import { unreadyReason } from '../explain/unready-pool.js';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import { canLaunch, type NodePool } from '../model/node-pool.js';
import type { Reason } from '../model/reason.js';
import type {
  InstanceTypeOption,
  PlannedNodeClaim,
  RejectedInstanceTypes,
  SchedulingResult,
} from '../model/scheduling-result.js';
import type { NodePoolSpendLimit } from '../model/spend-limit.js';
import { emptyLike, hasBit, isEmptyBits, membersOf } from '../requirements/bits.js';
import { type CompiledInstanceType, typeSatisfies } from '../scheduling/nodes/instance-types.js';
import type { LaunchOption } from '../scheduling/nodes/launch-options.js';
import { unmetMinValues } from '../scheduling/nodes/min-values.js';
import type { NodeClaimTemplate } from '../scheduling/nodes/node-claim-template.js';
import { ReservationLedger } from '../scheduling/planned-nodes/reservation-ledger.js';
import { compileProblem, type SchedulingProblem } from '../scheduling/problem/problem.js';
import { VolumeUsage } from '../volumes/volume-usage.js';
import { ClaimWriter } from './planned-node-claim.js';
import { maxExamples, TypeRejections } from './rejected-types.js';
import { plannedId } from './write-result.js';

/** New nodes of a static NodePool, or why it can have none now. */
export type StaticNodesPlan =
  | { readonly kind: 'Planned'; readonly result: SchedulingResult }
  | { readonly kind: 'Refused'; readonly reason: Reason };

/**
 * Plans nodes of one NodePool without pods: every type that the NodePool allows and that holds its
 * daemons. The caller checks the NodePool's limits. Under spend limits, only as many nodes are planned
 * as fit, and only offerings of which all of these nodes together fit, whichever are launched.
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
  const planned = planNodesOf(snapshot, pool, count);
  if ('code' in planned) return refused(planned);
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

/**
 * Returns the capacity reservations that new nodes of a ready static NodePool may use, if they may use
 * nothing else and none of these has a free instance. Source: karpenter disruption/helpers.go
 * staticReservations @v1.15.0.
 * @returns `null` if nodes may be launched as something else, also if that is unavailable now
 */
export function fullReservationsOf(
  snapshot: ClusterSnapshot,
  pool: NodePool,
): ReadonlySet<string> | null {
  const { problem, template } = compile(snapshot, pool);
  const { requirements } = template;
  const { variants: allowed } = template.allowedBy(requirements);
  const variants = problem.variants.filter(({ index }) => hasBit(allowed, index));
  const reservations = new Set<string>();
  for (const type of template.types) {
    if (!typeSatisfies(type, requirements)) continue;
    for (const { index, capacityType, reservationId } of variants) {
      if (hasBit(type.fullVariants, index) && reservationId !== null) {
        reservations.add(reservationId);
      } else if (capacityType === 'reserved') {
        if (hasBit(type.variants, index)) return null;
      } else if (
        [type.variants, type.unpricedVariants, type.unavailableVariants].some((bits) =>
          hasBit(bits, index),
        )
      ) {
        return null;
      }
    }
  }
  return reservations;
}

/** New nodes of a NodePool, at least one, or why it can have none. */
type PlannedNodes = readonly [PlannedNodeClaim, ...PlannedNodeClaim[]] | Reason;

function planNodesOf(snapshot: ClusterSnapshot, pool: NodePool, count: number): PlannedNodes {
  const compiled = compile(snapshot, pool);
  const [tightest] = (pool.spendLimits ?? []).toSorted((a, b) => leftOf(a) - leftOf(b));
  const least = leastOption(compiled);
  if (tightest === undefined || least === null) return writeNodes(compiled, count);

  const left = leftOf(tightest);
  const fitting = Math.min(count, Math.floor(left / Math.max(1, least.priceMicroUsdPerHour)));
  if (fitting < 1) return exceeds(tightest, least.option);
  const share = Math.floor(left / fitting);
  const nodes = writeNodes(compile(withOfferingsUpTo(snapshot, pool, share), pool), fitting);
  const unlimited = writeNodes(compiled, 1);
  if ('code' in nodes || 'code' in unlimited) return nodes;
  const ofOthers = tightest.limitMicroUsdPerHour - share;
  return withExcluded(nodes, unlimited[0], { ...tightest, spendMicroUsdPerHour: ofOthers });
}

interface CompiledPool {
  readonly problem: SchedulingProblem;
  readonly template: NodeClaimTemplate;
}

function compile(snapshot: ClusterSnapshot, pool: NodePool): CompiledPool {
  const problem = compileProblem({
    ...snapshot,
    pods: [],
    nodes: [],
    nodePools: [{ ...pool, replicas: null }],
  });
  const [template] = problem.templates;
  invariant(template !== undefined, 'a ready NodePool has no template');
  return { problem, template };
}

const leftOf = ({ limitMicroUsdPerHour, spendMicroUsdPerHour }: NodePoolSpendLimit): number =>
  limitMicroUsdPerHour - spendMicroUsdPerHour;

/**
 * Returns the most expensive option of the cheapest launch: its types, cheapest first, up to the one
 * with which they satisfy `minValues`; `null` if nothing can be launched.
 */
function leastOption({ problem, template }: CompiledPool): LaunchOption | null {
  const { launchOptions, requirements, usable } = template;
  const isStrict = problem.snapshot.settings.minValuesPolicy === 'Strict';
  const types: CompiledInstanceType[] = [];
  for (const option of launchOptions.under(requirements)) {
    const type = template.types[option.type];
    if (type === undefined || !hasBit(usable, option.type)) continue;
    types.push(type);
    if (!isStrict || unmetMinValues(requirements, types).length === 0) return option;
  }
  return null;
}

/** Leaves out the offerings of the NodePool that cost more. */
function withOfferingsUpTo(
  snapshot: ClusterSnapshot,
  { name }: NodePool,
  mostMicroUsdPerHour: MicroUsdPerHour,
): ClusterSnapshot {
  const { instanceTypesByNodePool } = snapshot;
  const types = (instanceTypesByNodePool[name] ?? []).map((type) => ({
    ...type,
    offerings: type.offerings.filter(
      ({ priceMicroUsdPerHour: price }) => price === null || price <= mostMicroUsdPerHour,
    ),
  }));
  return { ...snapshot, instanceTypesByNodePool: { ...instanceTypesByNodePool, [name]: types } };
}

function writeNodes({ problem, template }: CompiledPool, count: number): PlannedNodes {
  const question = {
    template,
    requirements: template.requirements,
    requests: new Float64Array(problem.resources.size),
    hostPorts: [],
    volumeCounts: new Map(),
    deviceUses: null,
    withDevices: null,
    limits: [],
  };
  if (isEmptyBits(template.usable)) {
    const rejected = new TypeRejections(problem).rejectedBy(question, emptyLike(template.usable));
    const [most] = rejected.toSorted((a, b) => b.count - a.count);
    return most?.reason ?? { code: 'NO_MATCHING_INSTANCE_TYPE', allowed: null };
  }

  const types = membersOf(template.usable).flatMap((type) => template.types[type] ?? []);
  const claim = {
    ...question,
    host: problem.existingHosts,
    types: template.usable,
    relaxesMinValues: unmetMinValues(template.requirements, types).length > 0,
    pods: [],
    volumes: new VolumeUsage(),
  };
  // No reservation is held: the launch takes one if it is free.
  const writer = new ClaimWriter(problem, new ReservationLedger([]));
  const first = writer.write(claim, plannedId(0));
  if ('reason' in first) return first.reason;
  const planned: [PlannedNodeClaim, ...PlannedNodeClaim[]] = [first];
  for (let index = 1; index < count; index += 1) {
    const written = writer.write(claim, plannedId(index));
    if ('reason' in written) return written.reason;
    planned.push(written);
  }
  return planned;
}

/** Adds to the nodes which types only the spend limit excludes. */
function withExcluded(
  nodes: readonly [PlannedNodeClaim, ...PlannedNodeClaim[]],
  { instanceTypes, rejectedInstanceTypes }: PlannedNodeClaim,
  limit: NodePoolSpendLimit,
): PlannedNodes {
  const allowed = new Set(nodes[0].instanceTypes.map(({ name }) => name));
  const excluded = instanceTypes.filter(({ name }) => !allowed.has(name));
  const [cheapest] = excluded;
  if (cheapest === undefined) return nodes;
  const rejection: RejectedInstanceTypes = {
    reason: exceeds(limit, cheapest),
    count: excluded.length,
    examples: excluded.slice(0, maxExamples).map(({ name }) => name),
  };
  const rejected = [...rejectedInstanceTypes, rejection];
  const [first, ...others] = nodes;
  const complete = (node: PlannedNodeClaim) => ({ ...node, rejectedInstanceTypes: rejected });
  return [complete(first), ...others.map(complete)];
}

function exceeds(limit: NodePoolSpendLimit, { name, offerings }: InstanceTypeOption): Reason {
  return {
    code: 'SPEND_LIMIT_EXCEEDED',
    ...limit,
    neededMicroUsdPerHour: offerings[0]?.priceMicroUsdPerHour ?? 0,
    instanceType: name,
  };
}

const refused = (reason: Reason): StaticNodesPlan => deepFreeze({ kind: 'Refused', reason });
