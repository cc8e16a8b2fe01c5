import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { InstanceType } from '../model/instance-type.js';
import type { NodePool } from '../model/node-pool.js';
import { type BoundCertificate, dualPriceUnit } from '../model/plan-cost.js';
import type { PodSpec } from '../model/pod.js';
import type { SchedulingResult } from '../model/scheduling-result.js';
import { leastCost, type NodeChoice } from './exhaustive-search.js';
import { areApart, maxOfGroup } from './node-exclusions.js';
import { isCountedOn, mayRunOn, type NodeOffer, nodeOffers } from './node-offer.js';
import { areValuedAtMost, type PricedPodGroup } from './pattern-value.js';

/** Whether the bound of a plan is proved, and if not, the first thing that is wrong with it. */
export type BoundVerdict =
  | { readonly isProved: true; readonly lowerBoundMicroUsdPerHour: number }
  | { readonly isProved: false; readonly problem: string };

/**
 * Checks the bound of a plan from the snapshot and the certificate alone, in whole numbers: that the
 * certificate is about the pods of the plan, that no node that can be bought holds more worth than it
 * costs, and that the worths come to the bound; or, of few pods, that no way to buy nodes for them
 * costs less.
 */
export function verifyBound(snapshot: ClusterSnapshot, result: SchedulingResult): BoundVerdict {
  const { cost } = result;
  if (cost === null) return refuse('the plan has no bound');
  const certificate = readCertificate(snapshot, cost.certificate);
  if (typeof certificate === 'string') return refuse(certificate);
  const { podGroups } = certificate;

  const miscounted = findMiscounted(snapshot, result, podGroups);
  if (miscounted !== null) return refuse(miscounted);
  const loose = cost.certificate.slots.find(
    ({ podUids, capacity }) =>
      !areApart(
        podGroups.filter(({ podUid }) => podUids.includes(podUid)).map(({ spec }) => spec),
        capacity,
      ),
  );
  if (loose !== undefined) return refuse(`nothing keeps ${loose.podUids.join(', ')} apart`);

  const charge = BigInt(cost.nodeChargeMicroUsdPerHour);
  const check = new OfferCheck(snapshot, certificate);
  if (cost.certificate.isExhaustive) {
    const least = leastCost(podGroups, check.nodeChoices(charge));
    return least !== null && BigInt(cost.lowerBoundMicroUsdPerHour) <= least
      ? { isProved: true, lowerBoundMicroUsdPerHour: cost.lowerBoundMicroUsdPerHour }
      : refuse('trying every way does not show it');
  }
  for (const offer of nodeOffers(snapshot)) {
    const price = (BigInt(offer.priceMicroUsdPerHour) + charge) * unit;
    if (!check.holdsAtMost(offer, price)) {
      const { pool, type, offering } = offer;
      return refuse(`${pool.name}/${type.name}/${offering.zone} may hold more than it costs`);
    }
  }
  const total = podGroups.reduce(
    (sum, { count, dualValue }) => sum + BigInt(count) * dualValue,
    0n,
  );
  if (BigInt(cost.lowerBoundMicroUsdPerHour) * unit > total)
    return refuse('the worths come to less');
  return { isProved: true, lowerBoundMicroUsdPerHour: cost.lowerBoundMicroUsdPerHour };
}

const unit = BigInt(dualPriceUnit);

interface CertifiedPodGroup {
  readonly podUid: string;
  readonly spec: PodSpec;
  readonly count: number;
  readonly dualValue: bigint;
  readonly most: number;
  /** By resource, then by slot. */
  readonly takes: readonly bigint[];
  /** Equal for kinds that take the same and are worth the same: on a node they are one. */
  readonly equivalenceKey: string;
}

interface ReadCertificate {
  readonly resources: readonly string[];
  readonly slots: BoundCertificate['slots'];
  readonly podGroups: readonly CertifiedPodGroup[];
  readonly dualPrices: readonly (readonly bigint[])[];
}

/** @returns a sentence when it is none */
function readCertificate(
  snapshot: ClusterSnapshot,
  { resources, slots, pods, dualPrices }: BoundCertificate,
): ReadCertificate | string {
  const specs = new Map(snapshot.pods.map(({ uid, spec }) => [uid, spec]));
  const podGroups: CertifiedPodGroup[] = [];
  for (const { podUid, count, dualValue } of pods) {
    const spec = specs.get(podUid);
    if (spec === undefined) return `there is no pod ${podUid}`;
    if (!isWhole(dualValue)) return `the worth of ${podUid} is not a whole number`;
    const takes = [
      ...resources.map((name) => BigInt(spec.requests[name] ?? 0)),
      ...slots.map(({ podUids }) => (podUids.includes(podUid) ? 1n : 0n)),
    ];
    const most = Math.min(count, maxOfGroup(spec));
    const equivalenceKey = `${dualValue}/${takes.join()}`;
    podGroups.push({
      podUid,
      spec,
      count,
      dualValue: BigInt(dualValue),
      most,
      takes,
      equivalenceKey,
    });
  }
  if (!dualPrices.every((set) => set.every(isWhole))) return 'a worth is not a whole number';
  const width = resources.length + slots.length;
  if (!dualPrices.every((set) => set.length === width)) return 'a worth is missing';
  return { resources, slots, podGroups, dualPrices: dualPrices.map((set) => set.map(BigInt)) };
}

function isWhole(text: string): boolean {
  return /^\d{1,40}$/.test(text);
}

/** A sentence when the certificate counts other pods than those that the plan puts on new nodes. */
function findMiscounted(
  snapshot: ClusterSnapshot,
  { newNodeClaims }: SchedulingResult,
  podGroups: readonly CertifiedPodGroup[],
): string | null {
  const keys = new Map(snapshot.pods.map(({ uid, spec }) => [uid, spec.key]));
  const counts = new Map<string, number>();
  for (const uid of newNodeClaims.flatMap(({ podUids }) => podUids)) {
    const key = keys.get(uid);
    if (key === undefined) return `the plan has a pod ${uid} that does not wait`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  for (const { podUid, spec, count } of podGroups) {
    if (counts.get(spec.key) !== count) return `the plan has not ${count} pods like ${podUid}`;
    counts.delete(spec.key);
  }
  // Pods that the certificate says nothing of are worth nothing in it; they can only cost more.
  return null;
}

class OfferCheck {
  readonly #snapshot: ClusterSnapshot;
  readonly #certificate: ReadCertificate;
  readonly #capacities = new Map<NodePool, Map<InstanceType, readonly bigint[]>>();
  /** Sets of worths, the one that showed something last first. */
  readonly #sets: (readonly bigint[])[];
  /** What was shown for whole pods: it is the same in every zone. */
  readonly #shown = new Set<string>();

  constructor(snapshot: ClusterSnapshot, certificate: ReadCertificate) {
    this.#snapshot = snapshot;
    this.#certificate = certificate;
    this.#sets = [...certificate.dualPrices];
  }

  /** Everything that can be bought, what holds the same for the same only once. */
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

  /** Whether some set of worths shows that the node's pods are worth no more than this. */
  holdsAtMost(offer: NodeOffer, dualValue: bigint): boolean {
    const capacity = this.#capacityOf(offer);
    if (capacity.some((amount) => amount < 0n)) return true;
    const podGroups = this.#certificate.podGroups.filter(
      ({ spec, takes }) =>
        takes.every((amount, index) => amount <= (capacity[index] ?? 0n)) && mayRunOn(spec, offer),
    );
    if (podGroups.length === 0) return true;
    const groups = mergeEquivalent(podGroups);
    const index = this.#sets.findIndex((set) => ceilingOf(groups, capacity, set) <= dualValue);
    const [found] = index < 0 ? [] : this.#sets.splice(index, 1);
    if (found === undefined) return this.#arePatternsValuedAtMost(dualValue, groups, capacity);
    this.#sets.unshift(found);
    return true;
  }

  /** The set that comes nearest to showing it of pods that may be cut is the best guide. */
  #arePatternsValuedAtMost(
    dualValue: bigint,
    groups: readonly PricedPodGroup[],
    capacity: readonly bigint[],
  ): boolean {
    const podGroups = groups.map((group) => [group.dualValue, group.most, ...group.takes].join());
    const text = [dualValue, capacity.join(), ...podGroups].join('/');
    if (this.#shown.has(text)) return true;
    const [guide] = this.#sets
      .map((set) => ({ set, ceiling: ceilingOf(groups, capacity, set) }))
      .sort((a, b) => (a.ceiling < b.ceiling ? -1 : 1));
    const isShown = guide !== undefined && areValuedAtMost(dualValue, groups, capacity, guide.set);
    if (isShown) this.#shown.add(text);
    return isShown;
  }

  /** What daemons leave of the node, and its places in the slots. */
  #capacityOf({ pool, type }: NodeOffer): readonly bigint[] {
    const known = this.#capacities.get(pool)?.get(type);
    if (known !== undefined) return known;
    const daemons = this.#snapshot.daemonSets
      .map(({ podSpec }) => podSpec)
      .filter((spec) => isCountedOn(spec, pool, type));
    const { resources, slots } = this.#certificate;
    const capacity = [
      ...resources.map((name) =>
        daemons.reduce(
          (left, { requests }) => left - BigInt(requests[name] ?? 0),
          BigInt(type.allocatable[name] ?? 0),
        ),
      ),
      ...slots.map(({ capacity }) => BigInt(capacity)),
    ];
    const ofPool = this.#capacities.get(pool) ?? new Map<InstanceType, readonly bigint[]>();
    this.#capacities.set(pool, ofPool.set(type, capacity));
    return capacity;
  }
}

/** What the room limits, it limits for all pods that take the same together. */
function mergeEquivalent(podGroups: readonly CertifiedPodGroup[]): readonly PricedPodGroup[] {
  const groups = new Map<string, PricedPodGroup>();
  for (const { equivalenceKey, dualValue, takes, most } of podGroups) {
    const known = groups.get(equivalenceKey)?.most ?? 0;
    groups.set(equivalenceKey, { dualValue, takes, most: known + most });
  }
  return [...groups.values()];
}

/**
 * What is on the node takes no more than there is, so it is worth no more than all there is, plus
 * what pods are worth beyond what they take, for as many of each kind as a node can have.
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
  for (const { dualValue, takes, most } of groups) {
    const taken = takes.reduce(
      (sum, amount, index) => sum + amount * (dualPrices[index] ?? 0n),
      0n,
    );
    if (dualValue > taken)
      ceiling += (dualValue - taken) * BigInt(fittingOf(takes, capacity, most));
  }
  return ceiling;
}

function fittingOf(takes: readonly bigint[], capacity: readonly bigint[], most: number): number {
  return takes.reduce(
    (least, amount, index) =>
      amount === 0n ? least : Math.min(least, Number((capacity[index] ?? 0n) / amount)),
    most,
  );
}

function refuse(problem: string): BoundVerdict {
  return { isProved: false, problem };
}
