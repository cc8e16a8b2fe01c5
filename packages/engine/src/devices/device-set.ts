import { invariant } from '@kerf/core';
import type { Device, NodeDevices, TypeDevices } from '../model/device.js';

/** The part of a {@link DeviceSet} that claims hold. Immutable. */
export interface DeviceUse {
  /** By device: 1 if a claim holds it alone. */
  readonly held: Uint8Array;
  /** By capacity of a shareable device: the amount that claims hold. */
  readonly amounts: Float64Array;
  /** By counter: the amount that is left. */
  readonly counters: Float64Array;
}

/** A device of a set, with the indexes of its amounts. */
export interface CompiledDevice {
  readonly source: Device;
  readonly index: number;
  /** Capacities with their index in {@link DeviceUse.amounts}; empty unless it is shareable. */
  readonly shares: readonly { readonly name: string; readonly index: number }[];
  readonly counters: readonly { readonly index: number; readonly amount: number }[];
}

/** See {@link TypeDevices.unsupported}. */
interface UnsupportedDevice {
  readonly profile: string;
  readonly name: string;
}

/** The devices of one node, or of the nodes of instance types that have the same ones. */
export class DeviceSet {
  /** False if the drivers have not published them yet. */
  readonly isPublished: boolean;
  readonly devices: readonly CompiledDevice[];
  /** Devices that a new node may have, but that are not planned. */
  readonly unsupported: readonly UnsupportedDevice[];
  /** The part that claims hold before the pass. */
  readonly initial: DeviceUse;

  constructor(
    { isPublished, devices, counters = {} }: NodeDevices,
    unsupported: readonly UnsupportedDevice[] = [],
  ) {
    this.isPublished = isPublished;
    this.unsupported = unsupported;
    const names = Object.keys(counters);
    const amounts: number[] = [];
    this.devices = devices.map((source, index) => ({
      source,
      index,
      shares: sharesOf(source).map((name) => ({
        name,
        index: amounts.push(source.held?.[name] ?? 0) - 1,
      })),
      counters: Object.entries(source.counters ?? {}).map(([name, amount]) => ({
        index: counterIndex(names, name),
        amount,
      })),
    }));
    this.initial = {
      held: Uint8Array.from(devices, ({ isHeld }) => (isHeld === true ? 1 : 0)),
      amounts: Float64Array.from(amounts),
      counters: Float64Array.from(names, (name) => counters[name] ?? 0),
    };
  }
}

const sharesOf = ({ isShareable, capacity }: Device): readonly string[] =>
  isShareable === true ? Object.keys(capacity) : [];

function counterIndex(names: readonly string[], name: string): number {
  const index = names.indexOf(name);
  invariant(index >= 0, 'a device takes from a counter that its node does not have');
  return index;
}

/** Returns the set of the devices of new nodes of an instance type. */
export function plannedSet(groups: readonly TypeDevices[]): DeviceSet {
  const unsupported = groups.flatMap(({ profile, unsupported: name }) =>
    name === undefined ? [] : [{ profile, name }],
  );
  return new DeviceSet(plannedDevices(groups), unsupported);
}

/** Returns the devices of a new node of an instance type. */
export function plannedDevices(groups: readonly TypeDevices[]): NodeDevices {
  return {
    isPublished: false,
    devices: groups.flatMap(({ count, isOnRequest: _, unsupported: _none, ...facts }) =>
      Array.from({ length: count }, (_element, index) => ({
        ...facts,
        pool: '',
        name: `${facts.driver}-${index}`,
      })),
    ),
  };
}
