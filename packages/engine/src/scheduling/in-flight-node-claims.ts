import { invariant } from '@kerf/core';
import type { HostPort } from '../model/pod.js';
import { type Bits, hasBit } from '../requirements/bits.js';
import type { Requirements } from '../requirements/requirements.js';
import { cpuIndex, memoryIndex, type ResourceVector } from '../resources/resource-space.js';
import { ClaimOrder } from './claim-order.js';
import type { LimitUsage } from './limits.js';
import type { NodeClaimTemplate } from './node-claim-template.js';
import type { Placement } from './placement.js';
import type { QueuedPod } from './problem.js';

/** A node that is being planned: a bin that is filled. */
export interface InFlightNodeClaim {
  readonly template: NodeClaimTemplate;
  /** Its number as a host. */
  readonly host: number;
  requirements: Requirements;
  /** Types that it can still become. */
  types: Bits;
  /** Of its pods; daemons are on top. */
  requests: ResourceVector;
  readonly relaxesMinValues: boolean;
  /** The pool's limits when it was opened. */
  readonly limits: readonly LimitUsage[];
  readonly pods: QueuedPod[];
  readonly hostPorts: HostPort[];
}

/** All planned nodes of a pass, with what lets most of them be passed over at a glance. */
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
    invariant(claim !== undefined, 'no claim at this position');
    return claim;
  }

  /**
   * The first position, from one on, of a claim that could hold the requests: some type of it has so
   * much CPU left, some type so much memory, and it is not one of the claims to pass over.
   * @returns the number of claims when there is none
   */
  nextPossible(from: number, requests: ResourceVector, passOver: Bits): number {
    const cpu = requests[cpuIndex] ?? 0;
    const memory = requests[memoryIndex] ?? 0;
    const { length, byPosition } = this.order;
    const cpuLeft = this.#cpuLeft;
    const memoryLeft = this.#memoryLeft;
    let position = from;
    for (; position < length; position++) {
      const claim = byPosition[position] ?? -1;
      if ((cpuLeft[claim] ?? 0) < cpu || (memoryLeft[claim] ?? 0) < memory) continue;
      if (!hasBit(passOver, claim)) break;
    }
    return position;
  }

  /**
   * Adds a claim with its first pod on it.
   * @returns see {@link ClaimOrder.append}
   */
  open(claim: InFlightNodeClaim): number | null {
    const index = this.#claims.push(claim) - 1;
    if (index >= this.#cpuLeft.length) {
      this.#cpuLeft = doubled(this.#cpuLeft);
      this.#memoryLeft = doubled(this.#memoryLeft);
    }
    this.#noteCapacity(index, claim);
    return this.order.append(index);
  }

  /**
   * Puts one more pod on the claim at a position of the order.
   * @returns see {@link ClaimOrder.addPod}
   */
  fill(position: number, placement: Placement, queued: QueuedPod): number | null {
    const claim = this.atPosition(position);
    claim.requirements = placement.requirements;
    claim.types = placement.types;
    claim.requests = placement.requests;
    claim.pods.push(queued);
    claim.hostPorts.push(...queued.pod.spec.hostPorts);
    this.#noteCapacity(this.order.at(position), claim);
    return this.order.addPod(position);
  }

  #noteCapacity(index: number, claim: InFlightNodeClaim): void {
    this.#cpuLeft[index] = mostLeft(claim, cpuIndex);
    this.#memoryLeft[index] = mostLeft(claim, memoryIndex);
  }
}

/** The most that any type of the claim has left of one resource. */
function mostLeft({ template, types, requests }: InFlightNodeClaim, resource: number): number {
  return template.allocatable.greatest(types, resource) - (requests[resource] ?? 0);
}

function doubled(array: Float64Array): Float64Array {
  const grown = new Float64Array(array.length * 2);
  grown.set(array);
  return grown;
}
