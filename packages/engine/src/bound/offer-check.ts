// Arrays: `requests`, `capacity`, each set of `dualPrices`: one per resource, then one per slot;
// bigint. Dual prices are in units of the certificate (`dualPriceUnit` per micro-USD per hour).

import { getOrCreate } from '@kerf/core';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { InstanceType } from '../model/instance-type.js';
import type { NodePool } from '../model/node-pool.js';
import type { NodeChoice } from './exhaustive-search.js';
import { areMutuallyExclusive } from './node-exclusions.js';
import { daemonRunsOn, mayRunOn, type NodeOffer, nodeOffers } from './node-offer.js';
import { PatternCheck, unit } from './pattern-check.js';
import type { ReadCertificate } from './read-certificate.js';

/**
 * Returns a sentence if a slot has no constraint behind it, or if a launchable node may hold pods
 * whose dual prices exceed its price and the node charge; `null` if the dual prices are proved.
 */
export function findUnproved(
  snapshot: ClusterSnapshot,
  certificate: ReadCertificate,
  charge: bigint,
): string | null {
  return (
    findUnprovedSlot(snapshot, certificate) ?? findUnprovedOffer(snapshot, certificate, charge)
  );
}

/** Returns a sentence if the pods of a slot are not kept apart by their constraints. */
export function findUnprovedSlot(
  { namespaces }: ClusterSnapshot,
  { slots, podGroups }: ReadCertificate,
): string | null {
  const slot = slots.find(
    ({ podUids, capacity }) =>
      !areMutuallyExclusive(
        podGroups.filter(({ podUid }) => podUids.includes(podUid)).map(({ spec }) => spec),
        { capacity, namespaces },
      ),
  );
  return slot === undefined ? null : `no constraint keeps ${slot.podUids.join(', ')} apart`;
}

function findUnprovedOffer(
  snapshot: ClusterSnapshot,
  certificate: ReadCertificate,
  charge: bigint,
): string | null {
  const check = new OfferCheck(snapshot, certificate);
  for (const offer of nodeOffers(snapshot)) {
    const price = (BigInt(offer.priceMicroUsdPerHour) + charge) * unit;
    if (!check.holdsAtMost(offer, price)) {
      const { pool, type, offering } = offer;
      return `${pool.name}/${type.name}/${offering.zone} may hold pods whose dual prices exceed its cost`;
    }
  }
  return null;
}

/** Checks what the nodes of offerings may hold, by the dual prices of a certificate. */
export class OfferCheck {
  readonly #snapshot: ClusterSnapshot;
  readonly #certificate: ReadCertificate;
  readonly #capacities = new Map<NodePool, Map<InstanceType, readonly bigint[]>>();
  readonly #patterns: PatternCheck;

  constructor(snapshot: ClusterSnapshot, certificate: ReadCertificate) {
    this.#snapshot = snapshot;
    this.#certificate = certificate;
    this.#patterns = new PatternCheck(certificate.dualPrices);
  }

  /** Returns every launchable node; those with equal cost, capacity and pod groups once. */
  nodeChoices(charge: bigint): readonly NodeChoice[] {
    const nodes = new Map<string, NodeChoice>();
    for (const offer of nodeOffers(this.#snapshot)) {
      const capacity = this.capacityOf(offer);
      if (capacity.some((amount) => amount < 0n)) continue;
      const cost = BigInt(offer.priceMicroUsdPerHour) + charge;
      const admits = this.#certificate.podGroups.map(({ spec }) => mayRunOn(spec, offer));
      nodes.set(`${cost}/${capacity.join()}/${admits.join()}`, { cost, capacity, admits });
    }
    return [...nodes.values()];
  }

  /** Returns true if a set of dual prices proves that the node's pods have at most this value. */
  holdsAtMost(offer: NodeOffer, dualValue: bigint): boolean {
    const capacity = this.capacityOf(offer);
    if (capacity.some((amount) => amount < 0n)) return true;
    const podGroups = this.#certificate.podGroups.filter(
      ({ spec, requests }) =>
        requests.every((amount, index) => amount <= (capacity[index] ?? 0n)) &&
        mayRunOn(spec, offer),
    );
    return this.#patterns.holdsAtMost(dualValue, podGroups, capacity);
  }

  /** Returns the capacity of the node without its daemons, and its slots. */
  capacityOf({ pool, type }: NodeOffer): readonly bigint[] {
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
