import { invariant } from '@kerf/core';
import type { DeviceUses } from '../../devices/device-ledger.js';
import { grownArray } from '../../grown-array.js';
import type { HostPort } from '../../model/pod.js';
import { type Bits, hasBit } from '../../requirements/bits.js';
import type { Requirements } from '../../requirements/requirements.js';
import { cpuIndex, memoryIndex, type ResourceVector } from '../../resources/resource-space.js';
import type { VolumeUsage } from '../../volumes/volume-usage.js';
import type { LimitUsage } from '../nodes/limits.js';
import type { NodeClaimTemplate } from '../nodes/node-claim-template.js';
import type { QueuedPod } from '../problem/problem.js';
import { ClaimOrder } from './claim-order.js';
import type { Placement } from './placement.js';

/** A node that is being planned: a bin of the packing problem. */
export interface InFlightNodeClaim {
  readonly template: NodeClaimTemplate;
  /** Index of the host. */
  readonly host: number;
  requirements: Requirements;
  /** Types that it may still be launched as. */
  types: Bits;
  /** Requests of its pods, without daemons. */
  requests: ResourceVector;
  readonly relaxesMinValues: boolean;
  /** The remaining limits of the NodePool when it was planned. */
  readonly limits: readonly LimitUsage[];
  readonly pods: QueuedPod[];
  readonly hostPorts: HostPort[];
  /** Volumes of its pods. */
  readonly volumes: VolumeUsage;
  /** `null` if none of its pods has claims. */
  deviceUses: DeviceUses | null;
}

/** All planned nodes of a pass, with an index that skips most of those that cannot hold a pod. */
export class InFlightNodeClaims {
  readonly order = new ClaimOrder();
  readonly #claims: InFlightNodeClaim[] = [];
  #cpuLeft: Float64Array = new Float64Array(64);
  #memoryLeft: Float64Array = new Float64Array(64);

  get all(): readonly InFlightNodeClaim[] {
    return this.#claims;
  }

  atPosition(position: number): InFlightNodeClaim {
    const claim = this.#claims[this.order.at(position)];
    invariant(claim !== undefined, 'there is no NodeClaim at this position');
    return claim;
  }

  /**
   * Returns the first position from `from` on of a NodeClaim that could hold the requests: some
   * type has enough CPU, some type has enough memory, and it is not in `passOver`.
   * @returns the number of NodeClaims if there is none
   */
  nextPossible(from: number, requests: ResourceVector, excluded: Bits): number {
    const cpu = requests[cpuIndex] ?? 0;
    const memory = requests[memoryIndex] ?? 0;
    const { length, byPosition } = this.order;
    const cpuLeft = this.#cpuLeft;
    const memoryLeft = this.#memoryLeft;
    let position = from;
    for (; position < length; position++) {
      const claim = byPosition[position] ?? -1;
      if ((cpuLeft[claim] ?? 0) < cpu || (memoryLeft[claim] ?? 0) < memory) continue;
      if (!hasBit(excluded, claim)) break;
    }
    return position;
  }

  /** Adds a NodeClaim with its first pod. @returns see {@link ClaimOrder.append} */
  open(claim: InFlightNodeClaim): number | null {
    const index = this.#claims.push(claim) - 1;
    if (index >= this.#cpuLeft.length) {
      this.#cpuLeft = grownArray(this.#cpuLeft, index * 2);
      this.#memoryLeft = grownArray(this.#memoryLeft, index * 2);
    }
    this.#updateFreeCapacity(index, claim);
    return this.order.append(index);
  }

  /**
   * Adds one more pod to the NodeClaim at a position of the order. @returns see {@link
   * ClaimOrder.addPod}
   */
  fill(position: number, placement: Placement, queued: QueuedPod): number | null {
    const claim = this.atPosition(position);
    claim.requirements = placement.requirements;
    claim.types = placement.types;
    claim.requests = placement.requests;
    claim.deviceUses = placement.deviceUses;
    claim.pods.push(queued);
    claim.hostPorts.push(...queued.pod.spec.hostPorts);
    claim.volumes.add(queued.pod.spec.volumes);
    this.#updateFreeCapacity(this.order.at(position), claim);
    return this.order.addPod(position);
  }

  #updateFreeCapacity(index: number, claim: InFlightNodeClaim): void {
    this.#cpuLeft[index] = maxFree(claim, cpuIndex);
    this.#memoryLeft[index] = maxFree(claim, memoryIndex);
  }
}

/** Returns the largest free amount of one resource on any type of the NodeClaim. */
function maxFree({ template, types, requests }: InFlightNodeClaim, resource: number): number {
  return template.allocatable.greatest(types, resource) - (requests[resource] ?? 0);
}
