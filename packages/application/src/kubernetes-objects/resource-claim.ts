import {
  type JsonObject,
  parseBytes,
  toInteger,
  toRecord,
  toRecords,
  toText,
  toTextOrNull,
  toTexts,
} from '@kerf/core';
import type { DeviceConstraint, Toleration } from '@kerf/engine';
import type { ObjectMeta } from './object-meta.js';
import { readTolerations } from './taints.js';

/** The devices that a claim requests, with DeviceClasses by name. Source: resource.k8s.io/v1 DeviceClaim. */
export interface ClaimedDevices {
  readonly requests: readonly {
    readonly name: string;
    readonly alternatives: readonly ClaimedAlternative[];
  }[];
  readonly constraints: readonly DeviceConstraint[];
  /** Why nothing can be planned for the claim, such as an unknown kind of constraint; else `null`. */
  readonly problem: string | null;
}

/** A request or subrequest of devices. */
export interface ClaimedAlternative {
  /** `null` if the request has no alternatives. */
  readonly name: string | null;
  readonly className: string;
  /** CEL expressions. */
  readonly selectors: readonly string[];
  /** `null`: all. */
  readonly count: number | null;
  readonly isAdmin: boolean;
  /** As in the manifest: a name without a domain belongs to the driver. */
  readonly amounts: Readonly<Record<string, number>>;
  readonly tolerations: readonly Toleration[];
}

/** A device that a claim holds. */
export interface ClaimResult {
  readonly driver: string;
  readonly pool: string;
  readonly device: string;
  /** True if it only looks at the device. */
  readonly isAdmin: boolean;
  /** The part that it takes of a shareable device; `null` if it holds the device alone. */
  readonly consumed: Readonly<Record<string, number>> | null;
}

/** A ResourceClaim, as far as scheduling depends on it. */
export interface ResourceClaim {
  readonly devices: ClaimedDevices;
  /** `null` while it has no devices. */
  readonly allocation: {
    /** The node whose devices they are; `null` if they do not belong to one node. */
    readonly node: string | null;
    readonly results: readonly ClaimResult[];
  } | null;
  /** True if something other than pods reserves it. */
  readonly isReservedByOthers: boolean;
  readonly isDeleting: boolean;
}

/** Reads a `resource.k8s.io/v1` ResourceClaim. */
export function readResourceClaim(object: JsonObject, meta: ObjectMeta): ResourceClaim {
  const status = toRecord(object['status']);
  const consumers = toRecords(status['reservedFor']);
  return {
    devices: readClaimedDevices(toRecord(object['spec'])),
    allocation: status['allocation'] === undefined ? null : readAllocation(status['allocation']),
    isReservedByOthers: consumers.some(
      ({ apiGroup, resource }) => toText(apiGroup) !== '' || resource !== 'pods',
    ),
    isDeleting: meta.deletionRequestedAt !== null,
  };
}

/** Reads the claims that a `resource.k8s.io/v1` ResourceClaimTemplate stands for. */
export function readResourceClaimTemplate(object: JsonObject): ClaimedDevices {
  return readClaimedDevices(toRecord(toRecord(object['spec'])['spec']));
}

/** Returns the CEL expressions of a `resource.k8s.io/v1` DeviceClass. */
export function readDeviceClass(object: JsonObject): readonly string[] {
  return readSelectors(toRecord(object['spec']));
}

function readClaimedDevices(spec: JsonObject): ClaimedDevices {
  const devices = toRecord(spec['devices']);
  const requests = toRecords(devices['requests']).map((request) => ({
    name: toText(request['name']),
    alternatives: readAlternatives(request),
  }));
  const constraints = toRecords(devices['constraints']).map(readConstraint);
  return {
    requests,
    constraints: constraints.filter((one) => one !== null),
    problem: problemOf(requests, constraints),
  };
}

function problemOf(
  requests: ClaimedDevices['requests'],
  constraints: readonly (DeviceConstraint | null)[],
): string | null {
  const unknown = requests.find(({ alternatives }) => alternatives.length === 0);
  if (unknown !== undefined) {
    return `request ${unknown.name} is neither exactly nor firstAvailable, which is all that Kerf can plan`;
  }
  const index = constraints.indexOf(null);
  if (index < 0) return null;
  return `spec.devices.constraints[${index}] is neither matchAttribute nor distinctAttribute, which is all that Kerf can plan`;
}

function readAlternatives(request: JsonObject): readonly ClaimedAlternative[] {
  const exactly = request['exactly'];
  if (exactly !== undefined) return [readAlternative(toRecord(exactly), null)];
  return toRecords(request['firstAvailable']).map((one) =>
    readAlternative(one, toText(one['name'])),
  );
}

function readAlternative(request: JsonObject, name: string | null): ClaimedAlternative {
  return {
    name,
    className: toText(request['deviceClassName']),
    selectors: readSelectors(request),
    count: request['allocationMode'] === 'All' ? null : (toInteger(request['count']) ?? 1),
    isAdmin: request['adminAccess'] === true,
    amounts: readQuantities(toRecord(toRecord(request['capacity'])['requests'])),
    tolerations: readTolerations(request['tolerations']),
  };
}

/** A selector that is no CEL expression, which no version of Kubernetes has yet, selects nothing. */
function readSelectors(owner: JsonObject): readonly string[] {
  return toRecords(owner['selectors']).map(
    ({ cel }) => toTextOrNull(toRecord(cel)['expression']) ?? 'false',
  );
}

function readConstraint(constraint: JsonObject): DeviceConstraint | null {
  const requests = toTexts(constraint['requests']);
  const match = toTextOrNull(constraint['matchAttribute']);
  if (match !== null) return { requests, attribute: match, kind: 'Match' };
  const distinct = toTextOrNull(constraint['distinctAttribute']);
  return distinct === null ? null : { requests, attribute: distinct, kind: 'Distinct' };
}

function readAllocation(value: unknown): NonNullable<ResourceClaim['allocation']> {
  const allocation = toRecord(value);
  const results = toRecords(toRecord(allocation['devices'])['results']);
  return {
    node: nodeOfSelector(toRecord(allocation['nodeSelector'])),
    results: results.map((result) => ({
      driver: toText(result['driver']),
      pool: toText(result['pool']),
      device: toText(result['device']),
      isAdmin: result['adminAccess'] === true,
      consumed:
        result['consumedCapacity'] === undefined
          ? null
          : readQuantities(toRecord(result['consumedCapacity'])),
    })),
  };
}

/** The scheduler writes the name of the node where devices belong to it. */
function nodeOfSelector(selector: JsonObject): string | null {
  const [term, ...others] = toRecords(selector['nodeSelectorTerms']);
  const field = toRecords(term?.['matchFields']).find(({ key }) => key === 'metadata.name');
  const [name, second] = toTexts(field?.['values']);
  return others.length === 0 && second === undefined && field?.['operator'] === 'In'
    ? (name ?? null)
    : null;
}

/** Reads quantities in base units; an invalid one, which the API server refuses, is left out. */
export function readQuantities(map: JsonObject): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(map).flatMap(([name, value]) => {
      const amount = readQuantity(value);
      return amount === null ? [] : [[name, amount] as const];
    }),
  );
}

/** Returns a quantity in base units, `null` if it is none. */
export function readQuantity(value: unknown): number | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const parsed = parseBytes(value);
  return parsed.ok ? parsed.value : null;
}
