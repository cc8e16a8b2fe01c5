import { type JsonObject, toRecords, toTextOrNull } from '@kerf/core';
import type { DeviceAlternative, DeviceClaim } from '@kerf/engine';
import type { ClaimedAlternative, ClaimedDevices, ResourceClaim } from './resource-claim.js';

/** A claim of devices of a pod. */
export interface PodDeviceClaim {
  /** Its name in the pod. */
  readonly name: string;
  /** `namespace/name` of the ResourceClaim; `null` while its template has made none. */
  readonly claim: string | null;
  /** `namespace/name` of the ResourceClaimTemplate that makes a claim for each pod; or `null`. */
  readonly template: string | null;
}

/** Returns the claims of a pod, or of the pods of a template. */
export function readPodDeviceClaims(
  namespace: string,
  spec: JsonObject,
  status: JsonObject = {},
): readonly PodDeviceClaim[] {
  const made = new Map(
    toRecords(status['resourceClaimStatuses']).map((one) => [
      one['name'],
      toTextOrNull(one['resourceClaimName']),
    ]),
  );
  return toRecords(spec['resourceClaims']).flatMap((one): readonly PodDeviceClaim[] => {
    const name = toTextOrNull(one['name']) ?? '';
    const named = toTextOrNull(one['resourceClaimName']);
    if (named !== null) return [{ name, claim: `${namespace}/${named}`, template: null }];
    const template = toTextOrNull(one['resourceClaimTemplateName']);
    const own = made.get(one['name']) ?? null;
    // The status says that the pod needs no claim.
    if (made.has(one['name']) && own === null) return [];
    return [
      {
        name,
        claim: own === null ? null : `${namespace}/${own}`,
        template: template === null ? null : `${namespace}/${template}`,
      },
    ];
  });
}

/** The objects of a cluster that claims depend on; keys are `namespace/name`. */
export interface DeviceObjects {
  readonly claim: (key: string) => ResourceClaim | null;
  readonly template: (key: string) => ClaimedDevices | null;
  /** Returns the CEL expressions of a DeviceClass. */
  readonly deviceClass: (name: string) => readonly string[] | null;
  /** Kinds that Kerf may not read, or that the cluster does not serve; `null` if it reads all. */
  readonly unreadable: () => string | null;
}

/** Returns what a pod claims, or why it cannot be planned for. */
export function resolveDeviceClaim(pod: PodDeviceClaim, objects: DeviceObjects): DeviceClaim {
  const unreadable = objects.unreadable();
  if (unreadable !== null) return refused(pod, unreadable);
  const claim = pod.claim === null ? null : objects.claim(pod.claim);
  if (pod.claim !== null && claim === null) {
    return refused(pod, `ResourceClaim ${pod.claim} does not exist`);
  }
  const template = pod.template === null ? null : objects.template(pod.template);
  const devices = claim?.devices ?? template;
  if (devices === null) return refused(pod, `ResourceClaimTemplate ${pod.template} does not exist`);
  const subject =
    claim === null ? `ResourceClaimTemplate ${pod.template}` : `ResourceClaim ${pod.claim}`;
  const problem =
    devices.problem === null
      ? (claimProblem(claim) ?? classProblem(devices, objects))
      : devices.problem;
  if (problem !== null) return refused(pod, `${subject}: ${problem}`);
  return {
    name: pod.name,
    shared: pod.template === null ? pod.claim : null,
    requests: devices.requests.map(({ name, alternatives }) => ({
      name,
      alternatives: alternatives.map((one) => toAlternative(one, objects)),
    })),
    constraints: devices.constraints,
    allocation: allocationOf(claim),
    problem: null,
  };
}

function claimProblem(claim: ResourceClaim | null): string | null {
  if (claim?.isDeleting === true) return 'it is being deleted';
  return claim !== null && claim.allocation !== null && claim.allocation.node === null
    ? 'its devices do not belong to one node, which Kerf cannot plan'
    : null;
}

function classProblem({ requests }: ClaimedDevices, { deviceClass }: DeviceObjects): string | null {
  const names = requests.flatMap(({ alternatives }) => alternatives.map((one) => one.className));
  const missing = names.find((name) => deviceClass(name) === null);
  return missing === undefined ? null : `DeviceClass ${missing} does not exist`;
}

function allocationOf(claim: ResourceClaim | null): DeviceClaim['allocation'] {
  const node = claim?.allocation?.node ?? null;
  return claim === null || node === null ? null : { node, isKept: claim.isReservedByOthers };
}

function toAlternative(
  { name, className, selectors, count, isAdmin, amounts, tolerations }: ClaimedAlternative,
  { deviceClass }: DeviceObjects,
): DeviceAlternative {
  return {
    name,
    selectors: JSON.stringify([...(deviceClass(className) ?? []), ...selectors]),
    count,
    ...(isAdmin && { isAdmin }),
    ...(Object.keys(amounts).length > 0 && { amounts }),
    ...(tolerations.length > 0 && { tolerations }),
  };
}

function refused({ name, claim, template }: PodDeviceClaim, problem: string): DeviceClaim {
  return {
    name,
    shared: template === null ? claim : null,
    requests: [],
    constraints: [],
    allocation: null,
    problem,
  };
}
