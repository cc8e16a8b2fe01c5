import {
  isRecord,
  type JsonObject,
  toInteger,
  toRecord,
  toRecords,
  toText,
  toTextOrNull,
} from '@kerf/core';
import type { CapacityPolicy, Device, DeviceCapacity, DeviceFacts } from '@kerf/engine';
import { readQuantities, readQuantity } from './resource-claim.js';
import { readTaints } from './taints.js';

/** Devices of a pool, or a part of them, that a driver has published for one node. */
export interface ResourceSlice {
  readonly nodeName: string;
  readonly driver: string;
  readonly pool: string;
  /** Slices of a lower generation are out of date. */
  readonly generation: number;
  /** Number of slices of the pool in this generation. */
  readonly sliceCount: number;
  readonly devices: readonly Omit<Device, 'isHeld' | 'held'>[];
  /** Amounts that devices of the pool share, as `set/counter`. */
  readonly counters: Readonly<Record<string, number>>;
}

/**
 * Reads a `resource.k8s.io/v1` ResourceSlice.
 * @param digest returns a short text for a long one, equal for equal ones
 * @returns `null` for devices that do not belong to one node
 */
export function readResourceSlice(
  object: JsonObject,
  digest: (text: string) => string,
): ResourceSlice | null {
  const spec = toRecord(object['spec']);
  const nodeName = toTextOrNull(spec['nodeName']);
  if (nodeName === null) return null;
  const driver = toText(spec['driver']);
  const pool = toRecord(spec['pool']);
  const name = toText(pool['name']);
  return {
    nodeName,
    driver,
    pool: name,
    generation: toInteger(pool['generation']) ?? 0,
    sliceCount: toInteger(pool['resourceSliceCount']) ?? 1,
    devices: toRecords(spec['devices'])
      .filter(isPlannable)
      .map((device) => readDevice(device, { driver, pool: name }, digest)),
    counters: Object.fromEntries(
      toRecords(spec['sharedCounters']).flatMap((set) =>
        readCounters(toText(set['name']), set['counters']),
      ),
    ),
  };
}

/** Devices with nodes of their own, or that have to be prepared before pods are bound, are left out. */
function isPlannable(device: JsonObject): boolean {
  return ['nodeName', 'nodeSelector', 'allNodes', 'bindingConditions'].every(
    (field) => device[field] === undefined,
  );
}

function readDevice(
  device: JsonObject,
  { driver, pool }: Pick<Device, 'driver' | 'pool'>,
  digest: (text: string) => string,
): ResourceSlice['devices'][number] {
  const facts = {
    driver,
    attributes: readAttributes(driver, toRecord(device['attributes'])),
    capacity: readCapacity(driver, toRecord(device['capacity'])),
    ...(device['allowMultipleAllocations'] === true && { isShareable: true as const }),
  };
  const counters = toRecords(device['consumesCounters']).flatMap((use) =>
    readCounters(toText(use['counterSet']), use['counters']),
  );
  const taints = readTaints(toRecords(device['taints']).filter(({ effect }) => effect !== 'None'));
  return {
    ...facts,
    profile: digest(JSON.stringify(facts)),
    pool,
    name: toText(device['name']),
    ...(counters.length > 0 && { counters: Object.fromEntries(counters) }),
    ...(taints.length > 0 && { taints }),
  };
}

/** A name without a domain belongs to the driver. */
export function qualifiedName(driver: string, name: string): string {
  return name.includes('/') ? name : `${driver}/${name}`;
}

/** Attributes of a kind that Kerf does not know are left out: an expression on one is undecided. */
function readAttributes(driver: string, map: JsonObject): DeviceFacts['attributes'] {
  return Object.fromEntries(
    Object.entries(map).flatMap(([name, value]) => {
      const text = attributeText(toRecord(value));
      return text === null ? [] : [[qualifiedName(driver, name), text] as const];
    }),
  );
}

function attributeText({ string, int, bool, version }: JsonObject): string | null {
  if (typeof string === 'string') return `string:${string}`;
  if (typeof version === 'string') return `version:${version}`;
  if (typeof bool === 'boolean') return `bool:${bool}`;
  return typeof int === 'number' ? `int:${int}` : null;
}

function readCapacity(driver: string, map: JsonObject): Readonly<Record<string, DeviceCapacity>> {
  return Object.fromEntries(
    Object.entries(map).flatMap(([name, value]) => {
      const { value: quantity, requestPolicy } = toRecord(value);
      const amount = readQuantity(quantity);
      if (amount === null) return [];
      const policy = isRecord(requestPolicy) ? { policy: readPolicy(requestPolicy) } : {};
      return [[qualifiedName(driver, name), { amount, ...policy }] as const];
    }),
  );
}

function readPolicy(policy: JsonObject): CapacityPolicy {
  const range = toRecord(policy['validRange']);
  const values = Array.isArray(policy['validValues']) ? policy['validValues'] : [];
  return {
    standard: readQuantity(policy['default']),
    values: values.flatMap((value: unknown) => readQuantity(value) ?? []),
    min: readQuantity(range['min']),
    max: readQuantity(range['max']),
    step: readQuantity(range['step']),
  };
}

function readCounters(set: string, counters: unknown): readonly (readonly [string, number])[] {
  const values = Object.entries(toRecord(counters)).map(
    ([name, counter]) => [`${set}/${name}`, toRecord(counter)['value']] as const,
  );
  return Object.entries(readQuantities(Object.fromEntries(values)));
}
