// Parses certificates of lower bounds. Shares no code with the optimizer.
// Arrays: `requests`, each set of `dualPrices`: one per resource, then one per slot; bigint. Dual
// prices are in units of the certificate (`dualPriceUnit` per micro-USD per hour).

import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { BoundCertificate } from '../model/plan-cost.js';
import type { PodSpec } from '../model/pod.js';
import { maxPodsPerNode } from './node-exclusions.js';

/** The pods with equal specs that a certificate counts, with the dual price of one of them. */
export interface CertifiedPodGroup {
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

/** A certificate with parsed numbers. */
export interface ReadCertificate {
  readonly resources: readonly string[];
  readonly slots: BoundCertificate['slots'];
  readonly podGroups: readonly CertifiedPodGroup[];
  readonly dualPrices: readonly (readonly bigint[])[];
}

/**
 * Parses a certificate.
 * @param cluster the pods that it may name, and the namespaces
 * @returns a sentence if it is invalid
 */
export function readCertificate(
  { pods, namespaces }: Pick<ClusterSnapshot, 'pods' | 'namespaces'>,
  { resources, slots, pods: priced, dualPrices }: BoundCertificate,
): ReadCertificate | string {
  const specs = new Map(pods.map(({ uid, spec }) => [uid, spec]));
  const podGroups: CertifiedPodGroup[] = [];
  for (const { podUid, count, dualValue } of priced) {
    const spec = specs.get(podUid);
    if (spec === undefined) return `there is no pod ${podUid}`;
    if (!isWhole(dualValue)) return `the dual price of ${podUid} is not an integer`;
    const requests = [
      ...resources.map((name) => BigInt(spec.requests[name] ?? 0)),
      ...slots.map(({ podUids }) => (podUids.includes(podUid) ? 1n : 0n)),
    ];
    const maxPerNode = Math.min(count, maxPodsPerNode(spec, namespaces));
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
