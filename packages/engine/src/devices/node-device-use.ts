import type { DeviceClaim } from '../model/device.js';
import type { Node } from '../model/node.js';
import type { DeviceCatalog } from './device-catalog.js';
import type { DeviceSet, DeviceUse } from './device-set.js';

/** The devices of an existing node, and what claims hold of them during a pass. */
export class NodeDeviceUse {
  readonly set: DeviceSet;
  use: DeviceUse;
  /** Claims that pods share and that have devices here without being allocated in the cluster. */
  readonly shared = new Set<string>();

  constructor(catalog: DeviceCatalog, node: Pick<Node, 'name' | 'devices' | 'pods'>) {
    this.set = catalog.setOfNode(node);
    this.use = this.set.initial;
    for (const { spec, isTerminal } of node.pods) {
      if (!isTerminal && spec.deviceClaims !== undefined) {
        this.#expect(catalog, node.name, spec.deviceClaims);
      }
    }
  }

  /** Keeps the result of an allocation for the claims. */
  hold(use: DeviceUse, claims: readonly DeviceClaim[]): void {
    this.use = use;
    for (const { shared } of claims) if (shared !== null) this.shared.add(shared);
  }

  checkpoint(): () => void {
    const { use } = this;
    const shared = [...this.shared];
    return () => {
      this.use = use;
      this.shared.clear();
      for (const claim of shared) this.shared.add(claim);
    };
  }

  /**
   * Takes devices for a pod that is expected here, or whose claim has devices here that are not
   * published yet as far as this node is concerned.
   */
  #expect(catalog: DeviceCatalog, name: string, claims: readonly DeviceClaim[]): void {
    const open = claims.filter(
      ({ allocation, shared }) =>
        (shared === null || !this.shared.has(shared)) &&
        (allocation === null || (allocation.node === name && !this.set.isPublished)),
    );
    if (open.length === 0) return;
    const use = catalog.allocate(this.set, this.use, open);
    if (!('code' in use)) this.hold(use, open);
  }
}

/** Returns the drivers of the devices that are in use, sorted. */
export function driversInUse(set: DeviceSet, use: DeviceUse): readonly string[] {
  const drivers = new Set<string>();
  for (const { source, index, shares } of set.devices) {
    const isUsed =
      (use.held[index] ?? 0) > 0 || shares.some((share) => (use.amounts[share.index] ?? 0) > 0);
    if (isUsed) drivers.add(source.driver);
  }
  return [...drivers].sort();
}
