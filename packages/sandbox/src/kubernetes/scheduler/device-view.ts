import type { ClusterApi } from '../api/cluster-api.js';
import { toTimestamp } from '../api/timestamp.js';
import { allocateDevices, type DeviceSupply } from '../devices/allocate-devices.js';
import { devicesByNode, type NodeDevice } from '../devices/node-devices.js';
import {
  claimsDevices,
  deviceClaimName,
  isReservedFor,
  whyForeign,
} from '../devices/pod-claims.js';
import { reserveClaim } from '../devices/reserve-claim.js';
import { kinds } from '../resources/kind.js';
import type { DeviceAllocation, DeviceResult, ResourceClaim } from '../resources/types/device.js';
import type { Pod } from '../resources/types/pod.js';
import { matchesNodeSelector } from './node-affinity.js';
import type { NodeState } from './node-state.js';

/** Requirements of a pod's ResourceClaims on its node. */
export type DeviceNeeds =
  /** No node can have the pod, such as without a DeviceClass. */
  | { readonly kind: 'Refused'; readonly reason: string }
  /** Returns why a node cannot have the pod; `null` if it can. */
  | { readonly kind: 'Nodes'; readonly refuse: (node: NodeState) => string | null };

/** Determines on which nodes the ResourceClaims of pods get devices. */
export interface DeviceView {
  /** Returns `null` for a pod without claims. */
  needsOf(pod: Pod): DeviceNeeds | null;
}

const maxConsumers = 256;

/**
 * Returns the view for all pods.
 * Its needs throw a SelectorError where a selector cannot be evaluated.
 */
export function deviceViewOf(api: ClusterApi): DeviceView {
  return {
    needsOf: (pod) => {
      if (!claimsDevices(pod)) return null;
      const claims = claimsOf(api, pod);
      if (typeof claims === 'string') return { kind: 'Refused', reason: claims };
      const reason = problemOf(api, claims, pod);
      return reason === null
        ? { kind: 'Nodes', refuse: refusalOn(api, claims) }
        : { kind: 'Refused', reason };
    },
  };
}

function refusalOn(
  api: ClusterApi,
  claims: readonly ResourceClaim[],
): (node: NodeState) => string | null {
  const unallocated = claims.filter((claim) => !isAllocated(claim));
  let devices: ReadonlyMap<string, readonly NodeDevice[]> | null = null;
  return (node) => {
    if (!claims.every((claim) => isUsableOn(claim, node))) {
      return 'resourceclaim not available on the node';
    }
    if (unallocated.length === 0) return null;
    devices ??= devicesByNode(api);
    const supply = supplyOf(api, devices.get(node.name) ?? []);
    return allocateDevices(unallocated, supply) === null ? 'cannot allocate all claims' : null;
  };
}

/** Returns true if the pod is not tried, because a claim of it does not exist. */
export function awaitsClaims(api: ClusterApi, pod: Pod): boolean {
  return claimsDevices(pod) && typeof claimsOf(api, pod) === 'string';
}

/** Gives the claims of a pod devices of its node, and reserves them for the pod. */
export function reserveDevices(api: ClusterApi, pod: Pod, nodeName: string): void {
  const claims = claimsDevices(pod) ? claimsOf(api, pod) : [];
  if (typeof claims === 'string') return;
  const unallocated = claims.filter((claim) => !isAllocated(claim));
  const devices = unallocated.length === 0 ? [] : (devicesByNode(api).get(nodeName) ?? []);
  const results = allocateDevices(unallocated, supplyOf(api, devices)) ?? [];
  for (const claim of claims) {
    const found = results[unallocated.indexOf(claim)];
    const allocation = found === undefined ? undefined : allocationOf(found, nodeName, api.now());
    reserveClaim(api, claim, pod, allocation);
  }
}

/**
 * Returns the claims of a pod, each once; or why one cannot be used.
 * Source: kubernetes dynamicresources foreachPodResourceClaim.
 */
function claimsOf(api: ClusterApi, pod: Pod): readonly ResourceClaim[] | string {
  const claims = new Set<ResourceClaim>();
  for (const podClaim of pod.spec.resourceClaims ?? []) {
    const name = deviceClaimName(pod, podClaim);
    const claim = api.find(kinds.resourceClaim, pod.metadata.namespace, name ?? '');
    if (claim === null) return `resourceclaim "${name ?? podClaim.name}" not found`;
    if (claim.metadata.deletionTimestamp !== undefined) {
      return `resourceclaim "${name}" is being deleted`;
    }
    const foreign = podClaim.resourceClaimName === undefined ? whyForeign(claim, pod) : null;
    if (foreign !== null) return foreign;
    claims.add(claim);
  }
  return [...claims];
}

/** Source: kubernetes dynamicresources PreFilter. */
function problemOf(api: ClusterApi, claims: readonly ResourceClaim[], pod: Pod): string | null {
  for (const claim of claims) {
    const { reservedFor = [] } = claim.status ?? {};
    const isFull = reservedFor.length >= maxConsumers && !isReservedFor(claim, pod);
    if (isFull) return 'resourceclaim in use';
    const missing = isAllocated(claim) ? undefined : missingClass(api, claim);
    if (missing !== undefined) {
      return `request ${missing.request}: device class ${missing.className} does not exist`;
    }
  }
  return null;
}

function missingClass(api: ClusterApi, { spec }: ResourceClaim) {
  const named = (spec.devices?.requests ?? []).flatMap(({ name, exactly, firstAvailable = [] }) => [
    ...(exactly === undefined ? [] : [{ request: name, className: exactly.deviceClassName ?? '' }]),
    ...firstAvailable.map((one) => ({
      request: `${name}/${one.name}`,
      className: one.deviceClassName ?? '',
    })),
  ]);
  return named.find(({ className }) => api.find(kinds.deviceClass, undefined, className) === null);
}

const isAllocated = ({ status }: ResourceClaim): boolean => status?.allocation !== undefined;

function isUsableOn({ status }: ResourceClaim, { node }: NodeState): boolean {
  const selector = status?.allocation?.nodeSelector;
  return selector === undefined || matchesNodeSelector(selector, node);
}

function supplyOf(api: ClusterApi, devices: readonly NodeDevice[]): DeviceSupply {
  return {
    devices,
    selectorsOf: (name) => api.find(kinds.deviceClass, undefined, name)?.spec.selectors ?? [],
  };
}

function allocationOf(
  results: readonly DeviceResult[],
  nodeName: string,
  now: number,
): DeviceAllocation {
  const field = { key: 'metadata.name', operator: 'In', values: [nodeName] };
  return {
    devices: { results },
    nodeSelector: { nodeSelectorTerms: [{ matchFields: [field] }] },
    allocationTimestamp: toTimestamp(now),
  };
}
