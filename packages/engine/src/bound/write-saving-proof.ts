// Arrays: `capacity`: one per resource, then one per slot.

import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { Node } from '../model/node.js';
import type {
  ProvedCapacity,
  ProvedNode,
  ProvedOffer,
  SavingProof,
} from '../model/saving-proof.js';
import { Admissions, capacityBeside } from './admissions.js';
import { mayRunOn, type NodeOffer, nodeOffers } from './node-offer.js';
import { OfferCheck } from './offer-check.js';
import type { ReadCertificate } from './read-certificate.js';
import type { PricedNode, RemovableNodes, RunningNodes } from './running-bound.js';

/** Writes proofs of the savings of commands, all from one certificate. */
export class SavingProofWriter {
  readonly #certificate: ReadCertificate;
  readonly #byNode: Admissions;
  readonly #check: OfferCheck;
  readonly #admissions = new Map<string, number>();
  readonly #shared: Omit<SavingProof, 'removable'>;
  readonly #indexByName: ReadonlyMap<string, number>;

  constructor(snapshot: ClusterSnapshot, nodes: RunningNodes, certificate: ReadCertificate) {
    this.#certificate = certificate;
    this.#byNode = new Admissions(certificate);
    this.#check = new OfferCheck(snapshot, certificate);
    const offers = withoutImplied([...nodeOffers(snapshot)].map((offer) => this.#offer(offer)));
    const priced = nodes.priced.map((node) => this.#node(node));
    const others = nodes.others.map((node) => this.#capacity(node));
    this.#indexByName = new Map(priced.map(({ name }, index) => [name, index]));
    this.#shared = {
      podGroups: certificate.podGroups.map(({ dualValue, maxPerNode, requests }) => ({
        dualValue: `${dualValue}`,
        maxPerNode,
        requests: requests.map(Number),
      })),
      dualPrices: certificate.dualPrices.map((set) => set.map(String)),
      admissions: [...this.#admissions.keys()].map(indexesIn),
      offers,
      nodes: priced,
      others,
    };
  }

  /** Returns the proof of what the removal of some of these nodes saves at most. */
  write(removable: readonly RemovableNodes[]): SavingProof {
    return {
      ...this.#shared,
      removable: removable.map(({ nodes, allowed }) => ({
        nodes: [...nodes].flatMap((name) => this.#indexByName.get(name) ?? []),
        allowed,
      })),
    };
  }

  #offer(offer: NodeOffer): ProvedOffer {
    const admitted = this.#certificate.podGroups.flatMap(({ spec }, index) =>
      mayRunOn(spec, offer) ? [index] : [],
    );
    return {
      priceMicroUsdPerHour: offer.priceMicroUsdPerHour,
      capacity: this.#check.capacityOf(offer).map(Number),
      admission: this.#admissionOf(admitted),
    };
  }

  #node({ node, priceMicroUsdPerHour, pods }: PricedNode): ProvedNode {
    const counts = new Map<number, number>();
    for (const { spec } of pods) {
      const index = this.#byNode.indexOf(spec);
      if (index !== undefined) counts.set(index, (counts.get(index) ?? 0) + 1);
    }
    return {
      name: node.name,
      priceMicroUsdPerHour,
      pods: [...counts].map(([group, count]) => ({ group, count })),
      ...this.#capacity(node),
    };
  }

  #capacity(node: Node): ProvedCapacity {
    return {
      capacity: capacityBeside(this.#certificate, node, node.pods).map(Number),
      admission: this.#admissionOf(this.#byNode.of(node).indexes),
    };
  }

  #admissionOf(indexes: readonly number[]): number {
    const key = indexes.join();
    const known = this.#admissions.get(key);
    if (known !== undefined) return known;
    const added = this.#admissions.size;
    this.#admissions.set(key, added);
    return added;
  }
}

const indexesIn = (key: string): readonly number[] =>
  key === '' ? [] : key.split(',').map(Number);

/** Returns the offers without those that cost no less and hold no more than another one. */
function withoutImplied(offers: readonly ProvedOffer[]): readonly ProvedOffer[] {
  const kept: ProvedOffer[] = [];
  const byPrice = offers
    .filter(({ capacity }) => capacity.every((amount) => amount >= 0))
    .toSorted((a, b) => a.priceMicroUsdPerHour - b.priceMicroUsdPerHour);
  for (const offer of byPrice) {
    const isImplied = kept.some(
      ({ admission, capacity }) =>
        admission === offer.admission &&
        offer.capacity.every((amount, index) => amount <= (capacity[index] ?? 0)),
    );
    if (!isImplied) kept.push(offer);
  }
  return kept;
}
