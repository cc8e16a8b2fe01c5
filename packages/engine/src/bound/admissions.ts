// Arrays: `capacity`: one per resource, then one per slot; bigint.

import { getOrCreate } from '@kerf/core';
import type { Node } from '../model/node.js';
import type { BoundPod, PodSpec } from '../model/pod.js';
import { normalizeLabel } from '../requirements/well-known-labels.js';
import { CapacityValue } from './capacity-value.js';
import { mayRunOn, mayRunOnNode, type NodeOffer } from './node-offer.js';
import type { CertifiedPodGroup, ReadCertificate } from './read-certificate.js';

/** Finds which pod groups may run on a node, once for nodes with equal labels and taints. */
export class Admissions {
  readonly #certificate: ReadCertificate;
  readonly #indexByKey: ReadonlyMap<string, number>;
  /** Labels that pods select nodes by. */
  readonly #labels: readonly string[];
  readonly #known = new Map<string, Admission>();

  constructor(certificate: ReadCertificate) {
    this.#certificate = certificate;
    this.#indexByKey = new Map(certificate.podGroups.map(({ spec }, index) => [spec.key, index]));
    this.#labels = [...new Set(certificate.podGroups.flatMap(({ spec }) => selectedLabels(spec)))];
  }

  indexOf({ key }: PodSpec): number | undefined {
    return this.#indexByKey.get(key);
  }

  of(node: Node): Admission {
    const key = JSON.stringify([
      this.#labels.map((label) => node.labels[label] ?? null),
      node.taints.map(({ key: name, value, effect }) => [name, value, effect]),
    ]);
    return getOrCreate(this.#known, key, () => {
      const { podGroups, dualPrices } = this.#certificate;
      const admitted = podGroups.flatMap(({ spec }, index) =>
        mayRunOnNode(spec, node) ? [index] : [],
      );
      return new Admission(podGroups, admitted, dualPrices);
    });
  }
}

/** The pod groups that may run on a node. */
export class Admission {
  /** Indexes of the pod groups. */
  readonly indexes: readonly number[];
  readonly #groups: readonly CertifiedPodGroup[];
  readonly #value: CapacityValue;
  readonly #admitsNoMore = new Map<NodeOffer, boolean>();

  /** @param indexes of the pod groups that may run on the node */
  constructor(
    podGroups: ReadCertificate['podGroups'],
    indexes: readonly number[],
    dualPrices: ReadCertificate['dualPrices'],
  ) {
    this.indexes = indexes;
    this.#groups = indexes.flatMap((index) => podGroups[index] ?? []);
    this.#value = new CapacityValue(this.#groups, dualPrices);
  }

  /** Returns an upper bound of the dual prices of pods that fit into the capacity. */
  valueOf(capacity: readonly bigint[]): bigint {
    return this.#value.of(capacity);
  }

  /** Returns true if all pods that may run on the node may run on a new one of the offering. */
  admitsNoMoreThan(offer: NodeOffer): boolean {
    return getOrCreate(this.#admitsNoMore, offer, () =>
      this.#groups.every(({ spec }) => mayRunOn(spec, offer)),
    );
  }
}

/** Lists the labels that a pod selects nodes by, in both spellings of deprecated ones. */
function selectedLabels({ nodeSelector, requiredNodeAffinity, volumes }: PodSpec): string[] {
  const terms = [
    ...requiredNodeAffinity,
    ...volumes.flatMap(({ nodeRequirements }) => nodeRequirements),
  ];
  const keys = [
    ...Object.keys(nodeSelector),
    ...terms.flatMap(({ matchExpressions }) => matchExpressions.map(({ key }) => key)),
  ];
  return keys.flatMap((key) => [key, normalizeLabel(key)]);
}

/** Returns the capacity of the node beside these pods, and its slots. */
export function capacityBeside(
  { resources, slots }: Pick<ReadCertificate, 'resources' | 'slots'>,
  node: Node,
  beside: readonly BoundPod[],
): readonly bigint[] {
  const running = beside.filter(({ isTerminal }) => !isTerminal);
  return [
    ...resources.map((name) => {
      const free = running.reduce(
        (left, { spec }) => left - BigInt(spec.requests[name] ?? 0),
        BigInt(node.allocatable[name] ?? 0),
      );
      return free > 0n ? free : 0n;
    }),
    ...slots.map(({ capacity }) => BigInt(capacity)),
  ];
}
