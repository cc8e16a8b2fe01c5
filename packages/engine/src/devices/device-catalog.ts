import { getOrCreate } from '@kerf/core';
import type { DeviceClaim, DeviceSelections, NodeDevices, TypeDevices } from '../model/device.js';
import type { InstanceType } from '../model/instance-type.js';
import type { Node } from '../model/node.js';
import type { DevicesMissing } from '../model/scheduling-reason.js';
import { allocateDevices } from './allocate-devices.js';
import { DeviceSet, type DeviceUse, plannedSet } from './device-set.js';

/** The devices of the nodes and instance types of a snapshot whose pods have claims. */
export class DeviceCatalog {
  readonly #selections: DeviceSelections;
  /** By their devices as text: many instance types have the same ones. */
  readonly #setsByText = new Map<string, DeviceSet>();
  readonly #setByType = new Map<InstanceType, DeviceSet>();
  /** Nodes that have the same devices free give the same answers. */
  readonly #answers = new Map<DeviceUse, Map<readonly DeviceClaim[], DeviceUse | DevicesMissing>>();

  constructor(selections: DeviceSelections) {
    this.#selections = selections;
  }

  setOfType(type: InstanceType): DeviceSet {
    return getOrCreate(this.#setByType, type, () => this.#plannedSet(type.devices ?? noDevices));
  }

  setOfNode({ devices = without }: Pick<Node, 'devices'>): DeviceSet {
    return new DeviceSet(devices);
  }

  /** See {@link allocateDevices}. */
  allocate(
    set: DeviceSet,
    use: DeviceUse,
    claims: readonly DeviceClaim[],
  ): DeviceUse | DevicesMissing {
    const known = getOrCreate(this.#answers, use, () => new Map());
    return getOrCreate(known, claims, () => allocateDevices(set, use, claims, this.#selections));
  }

  #plannedSet(groups: readonly TypeDevices[]): DeviceSet {
    return getOrCreate(this.#setsByText, JSON.stringify(groups), () => plannedSet(groups));
  }
}

const noDevices: readonly TypeDevices[] = [];
const without: NodeDevices = { isPublished: true, devices: [] };
