import type { DeviceLedger } from '../devices/device-ledger.js';
import type { PodSpec } from '../model/pod.js';
import type { DevicesMissing, SchedulingReason } from '../model/scheduling-reason.js';
import { type Bits, intersectBits, isEmptyBits, membersOf } from '../requirements/bits.js';
import type { FirstFitResult } from '../scheduling/first-fit/first-fit-result.js';
import { attaching, withFreePorts } from '../scheduling/first-fit/fit.js';
import { unmetMinValues } from '../scheduling/nodes/min-values.js';
import type { NodeClaimTemplate } from '../scheduling/nodes/node-claim-template.js';
import type { PodGroup } from '../scheduling/pods/pod-group.js';
import type { SchedulingProblem } from '../scheduling/problem/problem.js';
import { VolumeUsage } from '../volumes/volume-usage.js';
import type { LabelFindings } from './label-check.js';
import { limitReason } from './limit-reason.js';
import { offeringReason } from './offering-reason.js';
import { portReason } from './port-reason.js';
import { resourceReason } from './resource-reason.js';
import type { TypeSets } from './type-sets.js';
import { volumeLimitReason } from './volume-limit-reason.js';

/** A host that no claim has devices on. */
const newHost = -1;

/** Finds what the instance types, whose labels satisfy the pod and its NodePool, lack for the pod. */
export class CapacityCheck {
  readonly #problem: SchedulingProblem;
  readonly #limits: FirstFitResult['limits'];
  readonly #devices: DeviceLedger | null;
  readonly #types: TypeSets;

  /** @param end the remaining limits, and where claims have devices, at the end of the pass */
  constructor(
    problem: SchedulingProblem,
    end: Pick<FirstFitResult, 'limits' | 'devices'>,
    types: TypeSets,
  ) {
    this.#problem = problem;
    this.#limits = end.limits;
    this.#devices = end.devices;
    this.#types = types;
  }

  /**
   * Returns the first reason in this order: no offering, too little capacity, a limit of the
   * NodePool, a host port in use, too many volumes, devices
   * for claims, `minValues`; `null` if nothing is lacking.
   * @param findings with at least one type
   */
  reasonOf(
    template: NodeClaimTemplate,
    findings: LabelFindings,
    { requests, spec }: PodGroup,
  ): SchedulingReason | null {
    const { accepted, types, excluded, constraints } = findings;
    const offered = this.#types.offered(template, accepted, types);
    if (isEmptyBits(offered)) return offeringReason(this.#problem, template, accepted, types);
    const largeEnough = template.allocatable.rowsHolding(offered, requests);
    if (isEmptyBits(largeEnough)) {
      return resourceReason(this.#problem, {
        template,
        types: offered,
        excluded,
        constraints,
        requests,
      });
    }
    const limits = this.#limits[template.index];
    const exceeded =
      limits === undefined
        ? null
        : limitReason(this.#problem.resources, template, limits, largeEnough);
    if (exceeded !== null) return exceeded;
    const affordable =
      limits === undefined ? largeEnough : intersectBits(largeEnough, limits.affordable);
    const free = withFreePorts(template, affordable, spec.hostPorts);
    if (isEmptyBits(free)) return portReason(this.#problem.snapshot.daemonSets, spec.hostPorts);
    const volumes = new VolumeUsage().countsWith(spec.volumes);
    const able = attaching(template, free, volumes);
    if (isEmptyBits(able)) return volumeLimitReason(template, membersOf(free), volumes);
    const placed = this.#placeDevices(template, able, spec);
    return 'code' in placed ? placed : this.#minValuesReason(template, accepted, placed.types);
  }

  /** Returns the types that have devices for the claims of the pod on an empty node. */
  #placeDevices(
    template: NodeClaimTemplate,
    types: Bits,
    { deviceClaims }: PodSpec,
  ): { readonly types: Bits } | DevicesMissing {
    if (deviceClaims === undefined || this.#devices === null) return { types };
    return this.#devices.onPlanned(
      { template, host: newHost, deviceUses: null },
      types,
      deviceClaims,
    );
  }

  #minValuesReason(
    template: NodeClaimTemplate,
    requirements: LabelFindings['accepted'],
    types: Bits,
  ): SchedulingReason | null {
    // If `minValues` may be relaxed, they refuse nothing.
    const isStrict = this.#problem.snapshot.settings.minValuesPolicy === 'Strict';
    if (!isStrict || requirements.withMinValues.length === 0) return null;
    const compiled = membersOf(types).flatMap((type) => template.types[type] ?? []);
    const [unmet] = unmetMinValues(requirements, compiled);
    if (unmet === undefined) return null;
    const { requirement, minValues, found } = unmet;
    const key = this.#problem.space.nameOf(requirement.key);
    return { code: 'MIN_VALUES_UNMET', key, minValues, found };
  }
}
