import type { DeviceClaim } from '../model/device.js';
import type { InstanceType } from '../model/instance-type.js';
import type { DevicesMissing } from '../model/scheduling-reason.js';
import { addBit, type Bits, emptyLike, isEmptyBits, membersOf } from '../requirements/bits.js';
import type { DeviceCatalog } from './device-catalog.js';
import type { DeviceSet, DeviceUse } from './device-set.js';
import type { NodeDeviceUse } from './node-device-use.js';

/** The devices that claims on a planned node hold, for each set of devices that its types have. */
export type DeviceUses = ReadonlyMap<DeviceSet, DeviceUse>;

/** A node that exists, as far as claims depend on it. */
export interface DeviceNode {
  readonly node: { readonly name: string };
  readonly host: number;
  readonly devices: NodeDeviceUse | null;
}

/** A node that is being planned. */
interface PlannedDevices {
  readonly host: number;
  readonly deviceUses: DeviceUses | null;
  readonly template: { readonly types: readonly { readonly source: InstanceType }[] };
}

/** The types of a planned node that have the devices, with what claims then hold of them. */
export interface PlacedDevices {
  readonly types: Bits;
  readonly deviceUses: DeviceUses;
}

/**
 * The hosts that claims have their devices on during a pass, in which pods are placed one after the
 * other.
 */
export class DeviceLedger {
  readonly #catalog: DeviceCatalog;
  readonly #nodes: ReadonlySet<string>;
  /** By shared claim. */
  readonly #hosts = new Map<string, number>();

  /** @param nodes those that pods may be scheduled to */
  constructor(catalog: DeviceCatalog, nodes: readonly DeviceNode[]) {
    this.#catalog = catalog;
    this.#nodes = new Set(nodes.map(({ node }) => node.name));
    for (const { host, devices } of nodes) {
      for (const claim of devices?.shared ?? []) this.#hosts.set(claim, host);
    }
  }

  /** Returns what claims hold on an existing node together with these ones; or what is missing. */
  onNode(
    { node, host, devices }: DeviceNode,
    claims: readonly DeviceClaim[],
  ): DeviceUse | DevicesMissing | null {
    const open = this.#toAllocate(claims, host, node.name);
    if ('code' in open || devices === null) return 'code' in open ? open : null;
    return open.length === 0 ? devices.use : this.#catalog.allocate(devices.set, devices.use, open);
  }

  /** Returns the types of a planned node that have devices for the claims, or what is missing. */
  onPlanned(
    planned: PlannedDevices,
    types: Bits,
    claims: readonly DeviceClaim[],
  ): PlacedDevices | DevicesMissing {
    const open = this.#toAllocate(claims, planned.host, null);
    if ('code' in open) return open;
    const fitting = emptyLike(types);
    const uses = new Map<DeviceSet, DeviceUse>();
    let nearest: DevicesMissing | null = null;
    for (const type of membersOf(types)) {
      const source = planned.template.types[type]?.source;
      if (source === undefined) continue;
      const set = this.#catalog.setOfType(source);
      const use = planned.deviceUses?.get(set) ?? set.initial;
      const result = open.length === 0 ? use : this.#catalog.allocate(set, use, open);
      if ('code' in result) nearest = nearer(nearest, result);
      else {
        addBit(fitting, type);
        uses.set(set, result);
      }
    }
    return isEmptyBits(fitting) && nearest !== null
      ? nearest
      : { types: fitting, deviceUses: uses };
  }

  /** Notes that the claims have their devices on the host. */
  place(host: number, claims: readonly DeviceClaim[]): void {
    for (const { shared } of claims) if (shared !== null) this.#hosts.set(shared, host);
  }

  /**
   * Returns the claims that still need devices on the host. An allocation on a node that is about to go
   * ends with its pods, unless something else reserves it.
   * @param nodeName `null` for a planned node
   */
  #toAllocate(
    claims: readonly DeviceClaim[],
    host: number,
    nodeName: string | null,
  ): readonly DeviceClaim[] | DevicesMissing {
    const open: DeviceClaim[] = [];
    for (const claim of claims) {
      const { allocation, shared } = claim;
      const placed = shared === null ? undefined : this.#hosts.get(shared);
      const stays = allocation !== null && (allocation.isKept || this.#nodes.has(allocation.node));
      if (placed === host || (allocation !== null && allocation.node === nodeName)) continue;
      if (placed !== undefined) return elsewhere(claim, '');
      if (stays) return elsewhere(claim, allocation.node);
      open.push(claim);
    }
    return open.length === claims.length ? claims : open;
  }
}

const elsewhere = ({ name, requests }: DeviceClaim, node: string): DevicesMissing => ({
  code: 'DEVICES_MISSING',
  claim: name,
  request: requests[0]?.name ?? '',
  cause: 'ELSEWHERE',
  detail: node,
  neededDevices: null,
  foundDevices: 0,
});

/** The later in the list, the nearer to fitting. */
const causes: readonly DevicesMissing['cause'][] = [
  'TOO_FEW',
  'UNSUPPORTED',
  'IN_USE',
  'CONSTRAINT',
  'TOO_COMPLEX',
  'UNDECIDED',
];

function nearer(known: DevicesMissing | null, other: DevicesMissing): DevicesMissing {
  if (known === null) return other;
  const difference = causes.indexOf(other.cause) - causes.indexOf(known.cause);
  return difference > 0 || (difference === 0 && other.foundDevices > known.foundDevices)
    ? other
    : known;
}
