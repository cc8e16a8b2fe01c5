import { compareText, type DecisionId } from '@kerf/core';
import type { DecisionKind } from '../decision/decision.js';
import type { TerminationReason } from '../node-claim/node-claim.js';
import type {
  ChangedClaim,
  ChangedNode,
  ChangingDecision,
  CostChangeFacts,
  CostDriver,
  CostDriverKind,
  PlannedPods,
} from './cost-change.js';

/** Why a node came, left, or has another price. */
export interface CostCauseOfNode
  extends Pick<CostDriver, 'kind' | 'workload' | 'instanceType' | 'capacityType' | 'reason'> {
  readonly decision: ChangingDecision | null;
  /** Whether the nodes that the decision launched and removed are one change. */
  readonly isNet: boolean;
}

/** Drivers of decisions that remove or replace nodes. */
const driverOfDecision: Readonly<Record<Exclude<DecisionKind, 'Provision'>, CostDriverKind>> = {
  Deprovision: 'StaticNodePool',
  Empty: 'Empty',
  Consolidate: 'Consolidate',
  Drift: 'Drift',
  Expire: 'Expire',
  Interrupt: 'Interrupt',
  Repair: 'Repair',
  Delete: 'Delete',
};

/** The kind of the decision that removes a node for a reason; `null` where Kerf decides nothing. */
export const removalKinds: Readonly<
  Record<TerminationReason, Exclude<DecisionKind, 'Provision'> | null>
> = {
  Empty: 'Empty',
  Underutilized: 'Consolidate',
  Drifted: 'Drift',
  Expired: 'Expire',
  Interrupted: 'Interrupt',
  Unhealthy: 'Repair',
  Overprovisioned: 'Deprovision',
  LaunchTimeout: null,
  RegistrationTimeout: null,
  GarbageCollected: null,
  DeletedByUser: 'Delete',
  InsufficientCapacity: null,
};

const none = {
  workload: null,
  instanceType: null,
  capacityType: null,
  reason: null,
  decision: null,
  isNet: false,
} as const satisfies Partial<CostCauseOfNode>;

const unattributed = (reason: NonNullable<CostDriver['reason']>): CostCauseOfNode => ({
  ...none,
  kind: 'Unattributed',
  reason,
});

/** Finds the causes of changed nodes in the records of their NodeClaims and decisions. */
export class CostCauses {
  readonly #claims: ReadonlyMap<string, ChangedClaim>;
  readonly #decisions: ReadonlyMap<DecisionId, ChangingDecision>;
  readonly #pods: ReadonlyMap<string, readonly PlannedPods[]>;
  readonly #added: CostChangeFacts['addedClusters'];

  constructor({ claims, decisions, plannedPods, addedClusters }: Omit<CostChangeFacts, 'nodes'>) {
    this.#claims = new Map(claims.map((claim) => [claim.id, claim]));
    this.#decisions = new Map(decisions.map((decision) => [decision.id, decision]));
    this.#pods = Map.groupBy(plannedPods, ({ nodeClaimId }) => nodeClaimId);
    this.#added = addedClusters;
  }

  /** Returns the name of a node's NodeClaim; `null` if it has none. */
  claimName({ nodeClaimId }: ChangedNode): string | null {
    return this.#claimOf(nodeClaimId)?.name ?? null;
  }

  /** Returns why a node came. */
  ofArrival(node: ChangedNode): CostCauseOfNode {
    if (this.#added.has(node.clusterId)) return { ...none, kind: 'ClusterAdded' };
    const claim = this.#claimOf(node.nodeClaimId);
    if (claim === null) return { ...none, kind: 'Unmanaged', instanceType: node.instanceType };
    if (claim.decisionId === null) return unattributed('Adopted');
    const decision = this.#decisions.get(claim.decisionId);
    if (decision === undefined) return unattributed('DecisionUnknown');
    if (decision.kind !== 'Provision') return ofDecision(decision, decision.kind);
    if (decision.isForStaticPool) return { ...none, kind: 'StaticNodePool', decision };
    if (decision.isForStandaloneClaim) return { ...none, kind: 'StandaloneNodeClaim', decision };
    return this.#ofPods(claim, decision);
  }

  /** Returns why a node left. */
  ofDeparture(node: ChangedNode): CostCauseOfNode {
    const claim = this.#claimOf(node.nodeClaimId);
    if (claim === null) return { ...none, kind: 'Unmanaged', instanceType: node.instanceType };
    const { terminationReason, removalId } = claim;
    if (terminationReason === null) return unattributed('NotTerminated');
    const kind = removalKinds[terminationReason];
    if (kind !== null) {
      return ofDecision(this.#decisions.get(removalId ?? '') ?? null, kind);
    }
    return {
      ...none,
      kind: terminationReason === 'GarbageCollected' ? 'InstanceEnded' : 'LaunchFailure',
    };
  }

  /** Returns why a node has another price. */
  ofPrice({ priceBefore, priceAfter, instanceType, capacityType }: ChangedNode): CostCauseOfNode {
    const isKnown = priceBefore !== null && priceAfter !== null;
    return { ...none, kind: isKnown ? 'Price' : 'PriceKnown', instanceType, capacityType };
  }

  #claimOf(id: string | null): ChangedClaim | null {
    return id === null ? null : (this.#claims.get(id) ?? null);
  }

  /**
   * Most of the pods decide: if removed nodes had them, the launch belongs to that removal; otherwise
   * to the workload of the largest number.
   */
  #ofPods({ id }: ChangedClaim, decision: ChangingDecision): CostCauseOfNode {
    const all = this.#pods.get(id) ?? [];
    const displaced = sumBy(all, ({ removalId }) => removalId);
    if (2 * sum(displaced.values()) > sum(all.map(({ pods }) => pods))) {
      const removal = this.#decisions.get(largest(displaced) ?? '');
      if (removal !== undefined && removal.kind !== 'Provision') {
        return ofDecision(removal, removal.kind);
      }
    }
    const workload = largest(
      sumBy(all, ({ namespace, workload: owner }) =>
        namespace === null || owner === null ? null : `${namespace}/${owner}`,
      ),
    );
    return workload === null
      ? unattributed('PodsUnknown')
      : { ...none, kind: 'Provision', workload: toWorkload(workload), decision };
  }
}

const ofDecision = (
  decision: ChangingDecision | null,
  kind: Exclude<DecisionKind, 'Provision'>,
): CostCauseOfNode => ({
  ...none,
  kind: driverOfDecision[kind],
  decision,
  isNet: decision !== null,
});

function sumBy(
  all: readonly PlannedPods[],
  keyOf: (pods: PlannedPods) => string | null,
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const each of all) {
    const key = keyOf(each);
    if (key !== null) sums.set(key, (sums.get(key) ?? 0) + each.pods);
  }
  return sums;
}

const sum = (counts: Iterable<number>): number =>
  [...counts].reduce((total, one) => total + one, 0);

/** Returns the key with the highest number, the first by name of several; `null` without any. */
function largest(sums: ReadonlyMap<string, number>): string | null {
  const [first] = [...sums].sort(([a, x], [b, y]) => y - x || compareText(a, b));
  return first?.[0] ?? null;
}

/** Reads `namespace/Kind/name`; a pod without an owner is `namespace/`. */
function toWorkload(text: string): CostDriver['workload'] {
  const [namespace = '', kind = '', name = ''] = text.split('/');
  return kind === '' ? null : { kind, namespace, name };
}
