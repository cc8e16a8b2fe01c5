import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { InstanceType } from '../model/instance-type.js';
import type { NodePool } from '../model/node-pool.js';
import { type BoundCertificate, worthUnit } from '../model/plan-cost.js';
import type { PodSpec } from '../model/pod.js';
import type { SchedulingResult } from '../model/scheduling-result.js';
import { leastCost, type WholeNode } from './every-way.js';
import { areApart, mostOfKind } from './node-neighbours.js';
import { isCountedOn, mayRunOn, type NodeOffer, nodeOffers } from './node-offer.js';
import { areWorthAtMost, type WorthKind } from './whole-pods.js';

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
  const { kinds } = certificate;

  const miscounted = findMiscounted(snapshot, result, kinds);
  if (miscounted !== null) return refuse(miscounted);
  const loose = cost.certificate.slots.find(
    ({ podUids, capacity }) =>
      !areApart(
        kinds.filter(({ podUid }) => podUids.includes(podUid)).map(({ spec }) => spec),
        capacity,
      ),
  );
  if (loose !== undefined) return refuse(`nothing keeps ${loose.podUids.join(', ')} apart`);

  const charge = BigInt(cost.nodeChargeMicroUsdPerHour);
  const check = new OfferCheck(snapshot, certificate);
  if (cost.certificate.isExhaustive) {
    const least = leastCost(kinds, check.wholeNodes(charge));
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
  const total = kinds.reduce((sum, { count, worth }) => sum + BigInt(count) * worth, 0n);
  if (BigInt(cost.lowerBoundMicroUsdPerHour) * unit > total)
    return refuse('the worths come to less');
  return { isProved: true, lowerBoundMicroUsdPerHour: cost.lowerBoundMicroUsdPerHour };
}

const unit = BigInt(worthUnit);

interface Kind {
  readonly podUid: string;
  readonly spec: PodSpec;
  readonly count: number;
  readonly worth: bigint;
  readonly most: number;
  /** By resource, then by slot. */
  readonly takes: readonly bigint[];
  /** Equal for kinds that take the same and are worth the same: on a node they are one. */
  readonly likeness: string;
}

interface ReadCertificate {
  readonly resources: readonly string[];
  readonly slots: BoundCertificate['slots'];
  readonly kinds: readonly Kind[];
  readonly worths: readonly (readonly bigint[])[];
}

/** @returns a sentence when it is none */
function readCertificate(
  snapshot: ClusterSnapshot,
  { resources, slots, pods, worths }: BoundCertificate,
): ReadCertificate | string {
  const specs = new Map(snapshot.pods.map(({ uid, spec }) => [uid, spec]));
  const kinds: Kind[] = [];
  for (const { podUid, count, worth } of pods) {
    const spec = specs.get(podUid);
    if (spec === undefined) return `there is no pod ${podUid}`;
    if (!isWhole(worth)) return `the worth of ${podUid} is not a whole number`;
    const takes = [
      ...resources.map((name) => BigInt(spec.requests[name] ?? 0)),
      ...slots.map(({ podUids }) => (podUids.includes(podUid) ? 1n : 0n)),
    ];
    const most = Math.min(count, mostOfKind(spec));
    const likeness = `${worth}/${takes.join()}`;
    kinds.push({ podUid, spec, count, worth: BigInt(worth), most, takes, likeness });
  }
  if (!worths.every((set) => set.every(isWhole))) return 'a worth is not a whole number';
  const width = resources.length + slots.length;
  if (!worths.every((set) => set.length === width)) return 'a worth is missing';
  return { resources, slots, kinds, worths: worths.map((set) => set.map(BigInt)) };
}

function isWhole(text: string): boolean {
  return /^\d{1,40}$/.test(text);
}

/** A sentence when the certificate counts other pods than those that the plan puts on new nodes. */
function findMiscounted(
  snapshot: ClusterSnapshot,
  { newNodeClaims }: SchedulingResult,
  kinds: readonly Kind[],
): string | null {
  const keys = new Map(snapshot.pods.map(({ uid, spec }) => [uid, spec.key]));
  const counts = new Map<string, number>();
  for (const uid of newNodeClaims.flatMap(({ podUids }) => podUids)) {
    const key = keys.get(uid);
    if (key === undefined) return `the plan has a pod ${uid} that does not wait`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  for (const { podUid, spec, count } of kinds) {
    if (counts.get(spec.key) !== count) return `the plan has not ${count} pods like ${podUid}`;
    counts.delete(spec.key);
  }
  // Pods that the certificate says nothing of are worth nothing in it; they can only cost more.
  return null;
}

class OfferCheck {
  readonly #snapshot: ClusterSnapshot;
  readonly #certificate: ReadCertificate;
  readonly #rooms = new Map<NodePool, Map<InstanceType, readonly bigint[]>>();
  /** Sets of worths, the one that showed something last first. */
  readonly #sets: (readonly bigint[])[];
  /** What was shown for whole pods: it is the same in every zone. */
  readonly #shown = new Set<string>();

  constructor(snapshot: ClusterSnapshot, certificate: ReadCertificate) {
    this.#snapshot = snapshot;
    this.#certificate = certificate;
    this.#sets = [...certificate.worths];
  }

  /** Everything that can be bought, what holds the same for the same only once. */
  wholeNodes(charge: bigint): readonly WholeNode[] {
    const nodes = new Map<string, WholeNode>();
    for (const offer of nodeOffers(this.#snapshot)) {
      const room = this.#roomOf(offer);
      if (room.some((amount) => amount < 0n)) continue;
      const cost = BigInt(offer.priceMicroUsdPerHour) + charge;
      const admits = this.#certificate.kinds.map(({ spec }) => mayRunOn(spec, offer));
      nodes.set(`${cost}/${room.join()}/${admits.join()}`, { cost, room, admits });
    }
    return [...nodes.values()];
  }

  /** Whether some set of worths shows that the node's pods are worth no more than this. */
  holdsAtMost(offer: NodeOffer, worth: bigint): boolean {
    const room = this.#roomOf(offer);
    if (room.some((amount) => amount < 0n)) return true;
    const kinds = this.#certificate.kinds.filter(
      ({ spec, takes }) =>
        takes.every((amount, index) => amount <= (room[index] ?? 0n)) && mayRunOn(spec, offer),
    );
    if (kinds.length === 0) return true;
    const groups = togetherIfAlike(kinds);
    const index = this.#sets.findIndex((set) => ceilingOf(groups, room, set) <= worth);
    const [found] = index < 0 ? [] : this.#sets.splice(index, 1);
    if (found === undefined) return this.#wholePodsAreWorthAtMost(worth, groups, room);
    this.#sets.unshift(found);
    return true;
  }

  /** The set that comes nearest to showing it of pods that may be cut is the best guide. */
  #wholePodsAreWorthAtMost(
    worth: bigint,
    groups: readonly WorthKind[],
    room: readonly bigint[],
  ): boolean {
    const kinds = groups.map((group) => [group.worth, group.most, ...group.takes].join());
    const text = [worth, room.join(), ...kinds].join('/');
    if (this.#shown.has(text)) return true;
    const [guide] = this.#sets
      .map((set) => ({ set, ceiling: ceilingOf(groups, room, set) }))
      .sort((a, b) => (a.ceiling < b.ceiling ? -1 : 1));
    const isShown = guide !== undefined && areWorthAtMost(worth, groups, room, guide.set);
    if (isShown) this.#shown.add(text);
    return isShown;
  }

  /** What daemons leave of the node, and its places in the slots. */
  #roomOf({ pool, type }: NodeOffer): readonly bigint[] {
    const known = this.#rooms.get(pool)?.get(type);
    if (known !== undefined) return known;
    const daemons = this.#snapshot.daemonSets
      .map(({ podSpec }) => podSpec)
      .filter((spec) => isCountedOn(spec, pool, type));
    const { resources, slots } = this.#certificate;
    const room = [
      ...resources.map((name) =>
        daemons.reduce(
          (left, { requests }) => left - BigInt(requests[name] ?? 0),
          BigInt(type.allocatable[name] ?? 0),
        ),
      ),
      ...slots.map(({ capacity }) => BigInt(capacity)),
    ];
    const ofPool = this.#rooms.get(pool) ?? new Map<InstanceType, readonly bigint[]>();
    this.#rooms.set(pool, ofPool.set(type, room));
    return room;
  }
}

/** What the room limits, it limits for all pods that take the same together. */
function togetherIfAlike(kinds: readonly Kind[]): readonly WorthKind[] {
  const groups = new Map<string, WorthKind>();
  for (const { likeness, worth, takes, most } of kinds) {
    const known = groups.get(likeness)?.most ?? 0;
    groups.set(likeness, { worth, takes, most: known + most });
  }
  return [...groups.values()];
}

/**
 * What is on the node takes no more than there is, so it is worth no more than all there is, plus
 * what pods are worth beyond what they take, for as many of each kind as a node can have.
 */
function ceilingOf(
  groups: readonly WorthKind[],
  room: readonly bigint[],
  worths: readonly bigint[],
): bigint {
  let ceiling = worths.reduce((sum, worth, index) => sum + worth * (room[index] ?? 0n), 0n);
  for (const { worth, takes, most } of groups) {
    const taken = takes.reduce((sum, amount, index) => sum + amount * (worths[index] ?? 0n), 0n);
    if (worth > taken) ceiling += (worth - taken) * BigInt(fittingOf(takes, room, most));
  }
  return ceiling;
}

function fittingOf(takes: readonly bigint[], room: readonly bigint[], most: number): number {
  return takes.reduce(
    (least, amount, index) =>
      amount === 0n ? least : Math.min(least, Number((room[index] ?? 0n) / amount)),
    most,
  );
}

function refuse(problem: string): BoundVerdict {
  return { isProved: false, problem };
}
