import type { DeviceLedger, DeviceUses } from '../../devices/device-ledger.js';
import type { HostPort } from '../../model/pod.js';
import {
  addBit,
  type Bits,
  emptyLike,
  hasBit,
  intersectBits,
  isEmptyBits,
  membersOf,
} from '../../requirements/bits.js';
import type { Requirements, RequirementsTable } from '../../requirements/requirements.js';
import { findUntolerated } from '../../requirements/taints.js';
import { findPortConflict } from '../../resources/host-ports.js';
import { addTo, type ResourceSpace, type ResourceVector } from '../../resources/resource-space.js';
import { allowsHost, mayAllowHostLater } from '../../topology/domain-choice.js';
import { findExcess, VolumeUsage } from '../../volumes/volume-usage.js';
import { unmetMinValues } from '../nodes/min-values.js';
import type { NodeClaimTemplate } from '../nodes/node-claim-template.js';
import type { Placement, Rejection } from '../planned-nodes/placement.js';
import type { ReservationLedger } from '../planned-nodes/reservation-ledger.js';
import type { PodAttempt, PodGroup } from '../pods/pod-group.js';

/** A planned node, or the empty one that a new NodeClaim would be. */
export interface FitTarget {
  readonly template: NodeClaimTemplate;
  readonly host: number;
  readonly requirements: Requirements;
  /** Types that satisfy the requirements. */
  readonly types: Bits;
  readonly requests: ResourceVector;
  readonly hostPorts: readonly HostPort[];
  readonly volumes: Pick<VolumeUsage, 'countsWith'>;
  readonly deviceUses: DeviceUses | null;
}

/** Returns the empty node that a new NodeClaim would be. */
export function emptyTarget(
  template: NodeClaimTemplate,
  affordable: Bits,
  { host, resources }: { readonly host: number; readonly resources: Pick<ResourceSpace, 'size'> },
): FitTarget {
  return {
    template,
    host,
    requirements: template.requirements,
    types: intersectBits(template.usable, affordable),
    requests: new Float64Array(resources.size),
    hostPorts: [],
    volumes: new VolumeUsage(),
    deviceUses: null,
  };
}

/** One attempt to place a pod, with the domains that the current counts allow. */
export interface FitRequest {
  readonly podGroup: PodGroup;
  readonly attempt: PodAttempt;
  /** By topology label: the domains that the node may be restricted to, best first. */
  readonly choices: readonly {
    readonly key: number;
    readonly domainRequirements: readonly Requirements[];
  }[];
  /** If nothing can be launched in the best domain, try the next best. */
  readonly mayTakeNextBest: boolean;
  /** Lower `minValues` to what is available, instead of refusing. */
  readonly mayRelaxMinValues: boolean;
}

/**
 * Treatment of a pod that could use a reservation of which none is free: in mode `Strict` it waits
 * for the next pass, in mode `Fallback` it gets other capacity. Source: karpenter
 * provisioning/scheduling/scheduler.go ReservedOfferingMode @v1.14.1.
 */
export type ReservedOfferingMode = 'Strict' | 'Fallback';

/** Checks whether and how a pod fits on a planned node. */
export class Fit {
  readonly #table: RequirementsTable;
  readonly #ledger: ReservationLedger;
  readonly #reservedOfferings: ReservedOfferingMode;
  readonly #devices: DeviceLedger | null;

  /** @param devices `null` if no pod has claims */
  constructor(
    table: RequirementsTable,
    ledger: ReservationLedger,
    reservedOfferings: ReservedOfferingMode,
    devices: DeviceLedger | null,
  ) {
    this.#table = table;
    this.#ledger = ledger;
    this.#reservedOfferings = reservedOfferings;
    this.#devices = devices;
  }

  /**
   * Returns the node as it is with the pod, or the rejection. The order of the checks is
   * karpenter's, except for host ports, which are cheaper to check first; it does not change the
   * result. Source: karpenter provisioning/scheduling/nodeclaim.go CanAdd @v1.14.1.
   */
  tryPlace(target: FitTarget, request: FitRequest): Placement | Rejection {
    const { template, host } = target;
    const { attempt, podGroup } = request;
    if (findUntolerated(template.taints, attempt.tolerations) !== null) return 'Never';
    if (findPortConflict(target.hostPorts, podGroup.spec.hostPorts) !== null) return 'Never';
    const refusing = attempt.topology.hosts.find((constraint) => !allowsHost(constraint, host));
    if (refusing !== undefined) {
      return mayAllowHostLater(refusing.group.term.kind) ? 'NotNow' : 'Never';
    }
    const requirements = template.narrow(target.requirements, attempt.requirements);
    if (requirements === null) return 'Never';
    return this.#tryVolumes(target, request, requirements);
  }

  #tryVolumes(
    target: FitTarget,
    request: FitRequest,
    requirements: Requirements,
  ): Placement | Rejection {
    const { volumeAlternatives } = request.podGroup;
    if (volumeAlternatives.length === 0) return this.#tryDomains(target, request, requirements, 0);
    let rejection: Rejection = 'Never';
    for (const alternative of volumeAlternatives) {
      const narrowed = target.template.narrow(requirements, alternative);
      if (narrowed === null) continue;
      const result = this.#tryDomains(target, request, narrowed, 0);
      if (typeof result !== 'string') return result;
      if (result !== 'Never') rejection = result;
    }
    return rejection;
  }

  /** Restricts the node to domains, one label after the other, best domain first. */
  #tryDomains(
    target: FitTarget,
    request: FitRequest,
    requirements: Requirements,
    depth: number,
  ): Placement | Rejection {
    const choice = request.choices[depth];
    if (choice === undefined) return this.#tryTypes(target, request, requirements);
    let rejection: Rejection = 'NotNow';
    for (const domainRequirement of choice.domainRequirements) {
      const narrowed = target.template.narrow(requirements, domainRequirement);
      if (narrowed === null) continue;
      const result = this.#tryDomains(target, request, narrowed, depth + 1);
      if (typeof result !== 'string') return result;
      if (result === 'Reserved') rejection = result;
      if (!request.mayTakeNextBest) break;
    }
    return rejection;
  }

  #tryTypes(
    target: FitTarget,
    request: FitRequest,
    requirements: Requirements,
  ): Placement | Rejection {
    const { template } = target;
    const requests = target.requests.slice();
    addTo(requests, request.podGroup.requests);
    const allowed = template.allowedBy(requirements);
    const isAsBefore = requirements === target.requirements;
    const candidates = withFreePorts(
      template,
      isAsBefore ? target.types : intersectBits(target.types, allowed.types),
      request.podGroup.spec.hostPorts,
    );
    const large = attaching(
      template,
      template.allocatable.rowsHolding(candidates, requests),
      target.volumes.countsWith(request.podGroup.spec.volumes),
    );
    if (isEmptyBits(large)) return 'Never';
    const placed = this.#withDevices(target, request, large);
    if (placed === null) return 'Never';
    const { types, deviceUses } = placed;
    const flexible = this.#satisfyMinValues(
      template,
      requirements,
      types,
      request.mayRelaxMinValues,
    );
    if (flexible === null) return 'Never';
    const reservationIds = this.#reserve(target, types, allowed.variants);
    if (reservationIds === null) return 'Reserved';
    return {
      requirements: flexible,
      types,
      requests,
      deviceUses,
      reservationIds,
      relaxesMinValues: flexible !== requirements,
    };
  }

  /** Returns the types that have devices for the claims of the pod; `null` if none has. */
  #withDevices(
    target: FitTarget,
    { podGroup }: FitRequest,
    types: Bits,
  ): Pick<Placement, 'types' | 'deviceUses'> | null {
    const { deviceClaims } = podGroup.spec;
    if (deviceClaims === undefined) return { types, deviceUses: target.deviceUses };
    const placed = this.#devices?.onPlanned(target, types, deviceClaims) ?? null;
    return placed === null || 'code' in placed ? null : placed;
  }

  /**
   * Returns the requirements, with `minValues` lowered where that is allowed; `null` if too few are
   * left.
   */
  #satisfyMinValues(
    template: NodeClaimTemplate,
    requirements: Requirements,
    types: Bits,
    mayRelax: boolean,
  ): Requirements | null {
    if (requirements.withMinValues.length === 0) return requirements;
    const left = membersOf(types).flatMap((type) => template.types[type] ?? []);
    const unmet = unmetMinValues(requirements, left);
    if (unmet.length === 0) return requirements;
    if (!mayRelax) return null;
    const found = new Map(unmet.map((item) => [item.requirement.key, item.found]));
    return this.#table.of(
      requirements.list.map((requirement) => ({
        ...requirement,
        minValues: found.get(requirement.key) ?? requirement.minValues,
      })),
    );
  }

  /**
   * Returns the reservations that the node must hold: all that it could be launched into. `null` if
   * it could use one but none is free, in mode `Strict`: the pod then waits for the next pass.
   */
  #reserve(target: FitTarget, types: Bits, variants: Bits): ReadonlySet<string> | null {
    if (!this.#ledger.isUsed) return noReservations;
    const usable = new Set<string>();
    for (const type of membersOf(types)) {
      for (const { variant } of target.template.types[type]?.offerings ?? []) {
        if (variant.reservationId !== null && hasBit(variants, variant.index))
          usable.add(variant.reservationId);
      }
    }
    const held = [...usable].filter((id) => this.#ledger.canHold(target.host, id));
    const mustHold =
      this.#reservedOfferings === 'Strict' &&
      (usable.size > 0 || this.#ledger.heldBy(target.host).size > 0);
    return held.length === 0 && mustHold ? null : new Set(held);
  }
}

const noReservations: ReadonlySet<string> = new Set();

/** Returns the types without those whose daemons use one of the ports. */
export function withFreePorts(
  template: NodeClaimTemplate,
  types: Bits,
  hostPorts: readonly HostPort[],
): Bits {
  if (hostPorts.length === 0) return types;
  const free = emptyLike(types);
  for (const type of membersOf(types)) {
    if (findPortConflict(template.daemons.overheadFor(type).hostPorts, hostPorts) === null)
      addBit(free, type);
  }
  return free;
}

/**
 * Returns the types of which a new node can attach as many volumes. Source: Karpenter 1.15, core pull
 * request 3202.
 * @param counts volumes by CSI driver
 */
export function attaching(
  template: NodeClaimTemplate,
  types: Bits,
  counts: ReadonlyMap<string, number>,
): Bits {
  if (counts.size === 0) return types;
  const able = emptyLike(types);
  for (const type of membersOf(types)) {
    const limits = template.types[type]?.source.volumeLimits;
    if (findExcess(counts, limits) === null) addBit(able, type);
  }
  return able;
}
