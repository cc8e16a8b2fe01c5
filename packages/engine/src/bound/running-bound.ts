// Method: weak duality (Chvátal 1983, ch. 5) with nodes that exist. New nodes hold no more than they
// cost, by the certificate. A node that stays costs its price, and pods that move to its free
// capacity need no new node: at most their dual prices are saved. A node that may stay saves at
// most the dual prices of its pods above its price. Exact, in integers; no code of the optimizer.
// Arrays: `capacity`: one per resource, then one per slot; bigint, in units of the certificate (`dualPriceUnit` per micro-USD per hour).

import type { MicroUsdPerHour } from '@kerf/core';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { Node } from '../model/node.js';
import type { BoundPod } from '../model/pod.js';
import { Admissions, capacityBeside } from './admissions.js';
import { leastCost } from './exhaustive-search.js';
import { mostSavedOf } from './most-saved.js';
import { type NodeOffer, nodeOffers } from './node-offer.js';
import { OfferCheck } from './offer-check.js';
import { unit } from './pattern-check.js';
import type { ReadCertificate } from './read-certificate.js';

/** The nodes and pods of a cluster whose cost is bounded. */
export interface RunningNodes {
  /** Kerf's nodes with a known price, with the pods that would have to run elsewhere. */
  readonly priced: readonly PricedNode[];
  /** All others: their capacity costs nothing, and their pods stay. */
  readonly others: readonly Node[];
}

/** A node of Kerf. */
export interface PricedNode {
  readonly node: Node;
  readonly priceMicroUsdPerHour: MicroUsdPerHour;
  /** Pods that would run elsewhere without the node; pods of DaemonSets are left out. */
  readonly pods: readonly BoundPod[];
}

interface LowerBoundOptions {
  /** Names of nodes that stay as they are. */
  readonly kept: ReadonlySet<string>;
  /** Further pods that have to run: their number, by `PodSpec.key`. */
  readonly furtherPods: ReadonlyMap<string, number>;
}

/** Nodes of one NodePool of which only a number may be removed. */
export interface RemovableNodes {
  /** Names. */
  readonly nodes: ReadonlySet<string>;
  readonly allowed: number;
}

interface NodeTerms {
  readonly name: string;
  readonly price: bigint;
  /** Number of its pods, by index of the pod group. */
  readonly pods: ReadonlyMap<number, number>;
  /** Dual prices of its pods. */
  readonly value: bigint;
  /** Upper bound of the dual prices of pods that move to the free capacity if the node stays. */
  readonly free: bigint;
  /** True if a new node is as cheap, holds as much, and admits the same pods. */
  readonly isLaunchable: boolean;
  /** Upper bound of the dual prices of all pods that it may hold, less its price; not negative. */
  readonly surplus: bigint;
}

/** Computes lower bounds of the cost of running pods from the dual prices of a certificate. */
export class RunningBound {
  readonly #certificate: ReadCertificate;
  readonly #check: OfferCheck;
  readonly #admissions: Admissions;
  readonly #offers: ReadonlyMap<string, NodeOffer>;
  readonly #nodes: readonly NodeTerms[];
  /** Upper bound of the dual prices of pods that move to the other nodes. */
  readonly #others: bigint;
  readonly #running: ReadonlyMap<number, number>;
  readonly #exhaustive: bigint | null;

  /** @param certificate of the pods of the priced nodes, as pending pods, without node charge */
  constructor(
    snapshot: ClusterSnapshot,
    { priced, others }: RunningNodes,
    certificate: ReadCertificate & { readonly isExhaustive: boolean },
  ) {
    this.#certificate = certificate;
    this.#check = new OfferCheck(snapshot, certificate);
    this.#admissions = new Admissions(certificate);
    this.#offers = cheapestOffers(snapshot, priced);
    this.#nodes = priced.map((node) => this.#termsOf(node));
    this.#others = others.reduce((sum, node) => sum + this.#freeValueOf(node), 0n);
    this.#running = sumOf(this.#nodes.map(({ pods }) => pods));
    // An existing node that is no worse than new ones, whole pods considered, makes it too high.
    const isForNewNodes =
      this.#nodes.every(({ isLaunchable }) => isLaunchable) &&
      this.#others === 0n &&
      certificate.podGroups.every(({ dualValue }) => dualValue > 0n);
    this.#exhaustive =
      certificate.isExhaustive && isForNewNodes
        ? leastCost(certificate.podGroups, this.#check.nodeChoices(0n))
        : null;
  }

  /** Returns the lower bound in micro-USD per hour, rounded down. */
  lowerBound({ kept, furtherPods }: LowerBoundOptions): MicroUsdPerHour {
    const staying = this.#nodes.filter(({ name }) => kept.has(name));
    const fixed = sumOf(staying.map(({ pods }) => pods));
    const prices = staying.reduce((sum, { price }) => sum + price, 0n);
    const demand = this.#certificate.podGroups.reduce((sum, { count, dualValue, spec }, index) => {
      const all = (this.#running.get(index) ?? 0) + (furtherPods.get(spec.key) ?? 0);
      const left = Math.min(count, all) - (fixed.get(index) ?? 0);
      return left > 0 ? sum + BigInt(left) * dualValue : sum;
    }, 0n);
    const saved = this.#nodes.reduce(
      (sum, { name, free, surplus }) => sum + (kept.has(name) ? free : surplus),
      this.#others,
    );
    const forNewNodes = demand > saved ? demand - saved : 0n;
    const bound = (prices + forNewNodes) / unit;
    const isExact = saved === 0n && kept.size === 0 && furtherPods.size === 0;
    const exact = isExact && this.#countsAll() ? this.#exhaustive : null;
    return Number(exact !== null && exact > bound ? exact : bound);
  }

  /**
   * Returns an upper bound of what the removal of some of these nodes saves, in micro-USD per hour,
   * rounded up; their pods run on free capacity of the others and on any new nodes. The pods are
   * counted by their dual prices on new nodes (Lagrangian relaxation).
   */
  mostSaved(removable: readonly RemovableNodes[]): MicroUsdPerHour {
    const free = this.#nodes.reduce((sum, node) => sum + node.free, this.#others);
    const choices = removable.map(({ nodes, allowed }) => ({
      allowed,
      terms: this.#nodes.filter(({ name }) => nodes.has(name)),
    }));
    return mostSavedOf(choices, free);
  }

  /** Returns true if the certificate counts the running pods and no others. */
  #countsAll(): boolean {
    return this.#certificate.podGroups.every(
      ({ count }, index) => this.#running.get(index) === count,
    );
  }

  #termsOf({ node, priceMicroUsdPerHour, pods: moving }: PricedNode): NodeTerms {
    const price = BigInt(priceMicroUsdPerHour) * unit;
    const pods = this.#groupsOf(moving);
    const isMoving = new Set(moving);
    const daemons = node.pods.filter((pod) => !isMoving.has(pod));
    const current = [...pods].reduce(
      (sum, [index, count]) =>
        sum + BigInt(count) * (this.#certificate.podGroups[index]?.dualValue ?? 0n),
      0n,
    );
    const admission = this.#admissions.of(node);
    const capacity = capacityBeside(this.#certificate, node, daemons);
    const offer = this.#offers.get(offeringKeyOf(node) ?? '');
    const isLaunchable =
      offer !== undefined &&
      offer.priceMicroUsdPerHour <= priceMicroUsdPerHour &&
      holds(this.#check.capacityOf(offer), capacity) &&
      admission.admitsNoMoreThan(offer);
    // Running pods may exceed what scheduling would allow now.
    const most = isLaunchable ? current : larger(current, admission.valueOf(capacity));
    return {
      name: node.name,
      price,
      pods,
      value: current,
      isLaunchable,
      free: this.#freeValueOf(node),
      surplus: larger(most - price, 0n),
    };
  }

  #groupsOf(pods: readonly BoundPod[]): ReadonlyMap<number, number> {
    const counts = new Map<number, number>();
    for (const { spec } of pods) {
      const index = this.#admissions.indexOf(spec);
      if (index !== undefined) counts.set(index, (counts.get(index) ?? 0) + 1);
    }
    return counts;
  }

  /** Returns an upper bound of the dual prices of pods that fit into the node's free capacity. */
  #freeValueOf(node: Node): bigint {
    return this.#admissions.of(node).valueOf(capacityBeside(this.#certificate, node, node.pods));
  }
}

/** The cheapest offer of each offering that a node was launched as, by NodePool. */
function cheapestOffers(
  snapshot: ClusterSnapshot,
  nodes: readonly PricedNode[],
): ReadonlyMap<string, NodeOffer> {
  const wanted = new Set(nodes.map(({ node }) => offeringKeyOf(node)));
  const offers = new Map<string, NodeOffer>();
  for (const offer of nodeOffers(snapshot)) {
    const { zone, capacityType } = offer.offering;
    const key = [offer.pool.name, offer.type.name, zone, capacityType].join('/');
    const known = offers.get(key)?.priceMicroUsdPerHour ?? Infinity;
    if (wanted.has(key) && offer.priceMicroUsdPerHour < known) offers.set(key, offer);
  }
  return offers;
}

function offeringKeyOf({ nodeClaim, offering }: Node): string | null {
  if (offering === null || nodeClaim === null) return null;
  const { instanceType, zone, capacityType } = offering;
  return [nodeClaim.nodePool, instanceType, zone, capacityType].join('/');
}

function sumOf(maps: readonly ReadonlyMap<number, number>[]): ReadonlyMap<number, number> {
  const sums = new Map<number, number>();
  for (const [index, count] of maps.flatMap((map) => [...map])) {
    sums.set(index, (sums.get(index) ?? 0) + count);
  }
  return sums;
}

const holds = (capacity: readonly bigint[], amounts: readonly bigint[]): boolean =>
  amounts.every((amount, index) => amount <= (capacity[index] ?? 0n));

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);
