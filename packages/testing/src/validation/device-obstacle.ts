import { allocateDevices, type DeviceClaim, type DeviceUse, type PodSpec } from '@kerf/engine';
import type { SimulatedNode } from './simulated-node.js';

/** Returns why the node has no devices for the claims of the pod; `null` if it has, or needs none. */
export function findDeviceObstacle(
  { nodes }: { readonly nodes: readonly SimulatedNode[] },
  node: SimulatedNode,
  { deviceClaims }: PodSpec,
): string | null {
  if (deviceClaims === undefined) return null;
  const others = nodes.filter(({ name, isTerminating }) => !isTerminating && name !== node.name);
  for (const claim of deviceClaims) {
    if (claim.problem !== null) return `its claim ${claim.name} is not possible: ${claim.problem}`;
    const holder = others.find((other) => hasDevices(other, claim));
    if (holder !== undefined) return `its claim ${claim.name} has its devices on ${holder.name}`;
    const { allocation } = claim;
    if (allocation?.isKept === true && allocation.node !== node.name) {
      return `its claim ${claim.name} keeps its devices on ${allocation.node}`;
    }
  }
  const allocated = new NodeAllocation(node);
  for (const { spec } of node.pods) allocated.add(spec.deviceClaims ?? []);
  return allocated.add(deviceClaims);
}

/** Returns a text that differs if the devices of the node that its pods have taken differ. */
export function deviceState(node: SimulatedNode): string {
  const allocated = new NodeAllocation(node);
  for (const { spec } of node.pods) allocated.add(spec.deviceClaims ?? []);
  const { held, amounts, counters } = allocated.use;
  return [held.join(), amounts.join(), counters.join()].join(';');
}

/** True if the claim was allocated on the node, or a pod that shares it was bound there. */
function hasDevices(node: SimulatedNode, { allocation, shared }: DeviceClaim): boolean {
  return (
    allocation?.node === node.name ||
    (shared !== null &&
      node.pods.some(({ spec }) => spec.deviceClaims?.some((claim) => claim.shared === shared)))
  );
}

/** The devices of a node as pods take them one after the other, in the order in which they are bound. */
class NodeAllocation {
  readonly #node: SimulatedNode;
  readonly #shared = new Set<string>();
  use: DeviceUse;

  constructor(node: SimulatedNode) {
    this.#node = node;
    this.use = node.devices.initial;
  }

  /** Allocates devices for the claims of a pod that have none here. @returns why it is not possible */
  add(claims: readonly DeviceClaim[]): string | null {
    const { devices, deviceSelections } = this.#node;
    const open = claims.filter((claim) => !this.#isAllocated(claim));
    if (open.length === 0) return null;
    const result = allocateDevices(devices, this.use, open, deviceSelections);
    if ('code' in result) {
      return `its claim ${result.claim} gets no devices: ${result.cause} ${result.detail}`.trim();
    }
    this.use = result;
    for (const { shared } of open) if (shared !== null) this.#shared.add(shared);
    return null;
  }

  /** The published devices of a node are without those that claims have been allocated. */
  #isAllocated({ allocation, shared }: DeviceClaim): boolean {
    const { name, devices } = this.#node;
    return (
      (shared !== null && this.#shared.has(shared)) ||
      (allocation?.node === name && devices.isPublished)
    );
  }
}
