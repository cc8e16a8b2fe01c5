// Method: exact check of a dual certificate by weak duality (Chvátal 1983, ch. 5) in integers. If
// no launchable node can hold pods whose dual prices exceed its cost, the dual prices of all pods
// sum up to a lower bound of every plan. It shares no code with the optimizer.
// Arrays: `requests`, `capacity`, each set of `dualPrices`: one per resource, then one per slot;
// bigint. Dual prices are in units of the certificate (`dualPriceUnit` per micro-USD per hour).

import { compareNumbers, getOrCreate } from '@kerf/core';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { InstanceType } from '../model/instance-type.js';
import type { NodePool } from '../model/node-pool.js';
import { type BoundCertificate, dualPriceUnit } from '../model/plan-cost.js';
import type { PodSpec } from '../model/pod.js';
import type { SchedulingResult } from '../model/scheduling-result.js';
import { leastCost, type NodeChoice } from './exhaustive-search.js';
import { areMutuallyExclusive, maxPodsPerNode } from './node-exclusions.js';
import { daemonRunsOn, mayRunOn, type NodeOffer, nodeOffers } from './node-offer.js';
import { areValuedAtMost, fittingOf, type PricedPodGroup } from './pattern-value.js';

/** The result of a check: the proved lower bound, or the first problem of the certificate. */
export type BoundVerdict =
  | { readonly isProved: true; readonly lowerBoundMicroUsdPerHour: number }
  | { readonly isProved: false; readonly problem: string };

/**
 * Checks the lower bound of a plan from the snapshot and the certificate alone, in integers: the
 * certificate counts the pods of the plan, no launchable node can hold pods whose dual prices
 * exceed its cost, and the dual prices sum up to the bound. For few pods, an exhaustive search
 * shows that no nodes for them cost less.
 */
export function verifyBound(snapshot: ClusterSnapshot, result: SchedulingResult): BoundVerdict {
  const { cost } = result;
  if (cost === null) return refuse('the plan has no bound');
  const certificate = readCertificate(snapshot, cost.certificate);
  if (typeof certificate === 'string') return refuse(certificate);
  const { podGroups } = certificate;

  const miscounted = findMiscounted(snapshot, result, podGroups);
  if (miscounted !== null) return refuse(miscounted);
  const unprovedSlot = cost.certificate.slots.find(
    ({ podUids, capacity }) =>
      !areMutuallyExclusive(
        podGroups.filter(({ podUid }) => podUids.includes(podUid)).map(({ spec }) => spec),
        capacity,
      ),
  );
  if (unprovedSlot !== undefined)
    return refuse(`no constraint keeps ${unprovedSlot.podUids.join(', ')} apart`);

  const charge = BigInt(cost.nodeChargeMicroUsdPerHour);
  const check = new OfferCheck(snapshot, certificate);
  if (cost.certificate.isExhaustive) {
    const least = leastCost(podGroups, check.nodeChoices(charge));
    return least !== null && BigInt(cost.lowerBoundMicroUsdPerHour) <= least
      ? { isProved: true, lowerBoundMicroUsdPerHour: cost.lowerBoundMicroUsdPerHour }
      : refuse('the exhaustive search does not prove the bound');
  }
  for (const offer of nodeOffers(snapshot)) {
    const price = (BigInt(offer.priceMicroUsdPerHour) + charge) * unit;
    if (!check.holdsAtMost(offer, price)) {
      const { pool, type, offering } = offer;
      return refuse(
        `${pool.name}/${type.name}/${offering.zone} may hold pods whose dual prices exceed its cost`,
      );
    }
  }
  const total = podGroups.reduce(
    (sum, { count, dualValue }) => sum + BigInt(count) * dualValue,
    0n,
  );
  if (BigInt(cost.lowerBoundMicroUsdPerHour) * unit > total)
    return refuse('the dual prices sum up to less than the bound');
  return { isProved: true, lowerBoundMicroUsdPerHour: cost.lowerBoundMicroUsdPerHour };
}

const unit = BigInt(dualPriceUnit);

interface CertifiedPodGroup {
  readonly podUid: string;
  readonly spec: PodSpec;
  readonly count: number;
  readonly dualValue: bigint;
  readonly maxPerNode: number;
  /** Request of one pod, by resource, then by slot. */
  readonly requests: readonly bigint[];
  /** Equal for pod groups with equal requests and dual prices: on a node they count as one. */
  readonly equivalenceKey: string;
}

interface ReadCertificate {
  readonly resources: readonly string[];
  readonly slots: BoundCertificate['slots'];
  readonly podGroups: readonly CertifiedPodGroup[];
  readonly dualPrices: readonly (readonly bigint[])[];
}

/** Parses the certificate. @returns a sentence if it is invalid */
function readCertificate(
  snapshot: ClusterSnapshot,
  { resources, slots, pods, dualPrices }: BoundCertificate,
): ReadCertificate | string {
  const specs = new Map(snapshot.pods.map(({ uid, spec }) => [uid, spec]));
  const podGroups: CertifiedPodGroup[] = [];
  for (const { podUid, count, dualValue } of pods) {
    const spec = specs.get(podUid);
    if (spec === undefined) return `there is no pod ${podUid}`;
    if (!isWhole(dualValue)) return `the dual price of ${podUid} is not an integer`;
    const requests = [
      ...resources.map((name) => BigInt(spec.requests[name] ?? 0)),
      ...slots.map(({ podUids }) => (podUids.includes(podUid) ? 1n : 0n)),
    ];
    const maxPerNode = Math.min(count, maxPodsPerNode(spec));
    const equivalenceKey = `${dualValue}/${requests.join()}`;
    podGroups.push({
      podUid,
      spec,
      count,
      dualValue: BigInt(dualValue),
      maxPerNode,
      requests,
      equivalenceKey,
    });
  }
  if (!dualPrices.every((set) => set.every(isWhole))) return 'a dual price is not an integer';
  const width = resources.length + slots.length;
  if (!dualPrices.every((set) => set.length === width)) return 'a dual price is missing';
  return { resources, slots, podGroups, dualPrices: dualPrices.map((set) => set.map(BigInt)) };
}

function isWhole(text: string): boolean {
  return /^\d{1,40}$/.test(text);
}

/** Returns a sentence if the certificate counts other pods than the plan puts on new nodes. */
function findMiscounted(
  snapshot: ClusterSnapshot,
  { newNodeClaims }: SchedulingResult,
  podGroups: readonly CertifiedPodGroup[],
): string | null {
  const keys = new Map(snapshot.pods.map(({ uid, spec }) => [uid, spec.key]));
  const counts = new Map<string, number>();
  for (const uid of newNodeClaims.flatMap(({ podUids }) => podUids)) {
    const key = keys.get(uid);
    if (key === undefined) return `the plan contains pod ${uid}, which is not pending`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  for (const { podUid, spec, count } of podGroups) {
    if (counts.get(spec.key) !== count)
      return `the plan does not have ${count} pods like ${podUid}`;
    counts.delete(spec.key);
  }
  // Pods that the certificate leaves out have dual price 0; they can only add cost.
  return null;
}

class OfferCheck {
  readonly #snapshot: ClusterSnapshot;
  readonly #certificate: ReadCertificate;
  readonly #capacities = new Map<NodePool, Map<InstanceType, readonly bigint[]>>();
  /** Sets of dual prices; the one that last proved an offer comes first. */
  readonly #sets: (readonly bigint[])[];
  /** Patterns that are proved already; they are the same in every zone. */
  readonly #proved = new Set<string>();

  constructor(snapshot: ClusterSnapshot, certificate: ReadCertificate) {
    this.#snapshot = snapshot;
    this.#certificate = certificate;
    this.#sets = [...certificate.dualPrices];
  }

  /** Returns every launchable node; those with equal cost, capacity and pod groups once. */
  nodeChoices(charge: bigint): readonly NodeChoice[] {
    const nodes = new Map<string, NodeChoice>();
    for (const offer of nodeOffers(this.#snapshot)) {
      const capacity = this.#capacityOf(offer);
      if (capacity.some((amount) => amount < 0n)) continue;
      const cost = BigInt(offer.priceMicroUsdPerHour) + charge;
      const admits = this.#certificate.podGroups.map(({ spec }) => mayRunOn(spec, offer));
      nodes.set(`${cost}/${capacity.join()}/${admits.join()}`, { cost, capacity, admits });
    }
    return [...nodes.values()];
  }

  /** Returns true if a set of dual prices proves that the node's pods have at most this value. */
  holdsAtMost(offer: NodeOffer, dualValue: bigint): boolean {
    const capacity = this.#capacityOf(offer);
    if (capacity.some((amount) => amount < 0n)) return true;
    const podGroups = this.#certificate.podGroups.filter(
      ({ spec, requests }) =>
        requests.every((amount, index) => amount <= (capacity[index] ?? 0n)) &&
        mayRunOn(spec, offer),
    );
    if (podGroups.length === 0) return true;
    const groups = mergeEquivalent(podGroups);
    const index = this.#sets.findIndex((set) => ceilingOf(groups, capacity, set) <= dualValue);
    const [found] = index < 0 ? [] : this.#sets.splice(index, 1);
    if (found === undefined) return this.#arePatternsValuedAtMost(dualValue, groups, capacity);
    this.#sets.unshift(found);
    return true;
  }

  /** The set with the lowest upper bound guides the search over whole pods best. */
  #arePatternsValuedAtMost(
    dualValue: bigint,
    groups: readonly PricedPodGroup[],
    capacity: readonly bigint[],
  ): boolean {
    const podGroups = groups.map((group) =>
      [group.dualValue, group.maxPerNode, ...group.requests].join(),
    );
    const text = [dualValue, capacity.join(), ...podGroups].join('/');
    if (this.#proved.has(text)) return true;
    const [guide] = this.#sets
      .map((set) => ({ set, ceiling: ceilingOf(groups, capacity, set) }))
      .sort((a, b) => compareNumbers(a.ceiling, b.ceiling));
    const isProved = guide !== undefined && areValuedAtMost(dualValue, groups, capacity, guide.set);
    if (isProved) this.#proved.add(text);
    return isProved;
  }

  /** Returns the capacity of the node without its daemons, and its slots. */
  #capacityOf({ pool, type }: NodeOffer): readonly bigint[] {
    const ofPool = getOrCreate(
      this.#capacities,
      pool,
      () => new Map<InstanceType, readonly bigint[]>(),
    );
    return getOrCreate(ofPool, type, () => {
      const daemons = this.#snapshot.daemonSets
        .map(({ podSpec }) => podSpec)
        .filter((spec) => daemonRunsOn(spec, pool, type));
      const { resources, slots } = this.#certificate;
      return [
        ...resources.map((name) =>
          daemons.reduce(
            (left, { requests }) => left - BigInt(requests[name] ?? 0),
            BigInt(type.allocatable[name] ?? 0),
          ),
        ),
        ...slots.map((slot) => BigInt(slot.capacity)),
      ];
    });
  }
}

/** Merges pod groups with equal requests and dual prices: capacity limits them together. */
function mergeEquivalent(podGroups: readonly CertifiedPodGroup[]): readonly PricedPodGroup[] {
  const groups = new Map<string, PricedPodGroup>();
  for (const { equivalenceKey, dualValue, requests, maxPerNode } of podGroups) {
    const known = groups.get(equivalenceKey)?.maxPerNode ?? 0;
    groups.set(equivalenceKey, { dualValue, requests, maxPerNode: known + maxPerNode });
  }
  return [...groups.values()];
}

/**
 * Returns an upper bound of the value of a node's pods: the dual prices of all its capacity, plus
 * what pods are valued above the dual prices of their requests, for as many as a node can have.
 */
function ceilingOf(
  groups: readonly PricedPodGroup[],
  capacity: readonly bigint[],
  dualPrices: readonly bigint[],
): bigint {
  let ceiling = dualPrices.reduce(
    (sum, dualValue, index) => sum + dualValue * (capacity[index] ?? 0n),
    0n,
  );
  for (const { dualValue, requests, maxPerNode } of groups) {
    const taken = requests.reduce(
      (sum, amount, index) => sum + amount * (dualPrices[index] ?? 0n),
      0n,
    );
    if (dualValue > taken)
      ceiling += (dualValue - taken) * BigInt(fittingOf({ requests, maxPerNode }, capacity));
  }
  return ceiling;
}

function refuse(problem: string): BoundVerdict {
  return { isProved: false, problem };
}
