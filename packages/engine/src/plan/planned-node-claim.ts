import {
  annotationKeys,
  compareText,
  deepFreeze,
  getOrCreate,
  invariant,
  labelKeys,
  reservationLabels,
} from '@kerf/core';
import { driversInUse } from '../devices/node-device-use.js';
import type { Labels } from '../model/labels.js';
import type { RequirementSpec } from '../model/requirement-spec.js';
import type { SchedulingReason } from '../model/scheduling-reason.js';
import type { PlannedNodeClaim } from '../model/scheduling-result.js';
import { addBit, type Bits, emptyLike, hasBit, membersOf } from '../requirements/bits.js';
import type { LabelSpace } from '../requirements/label-space.js';
import { type Requirement, specsOf } from '../requirements/requirement.js';
import type { Requirements } from '../requirements/requirements.js';
import { plannedOnlyLabels } from '../requirements/well-known-labels.js';
import { addTo } from '../resources/resource-space.js';
import type { LaunchOption } from '../scheduling/nodes/launch-options.js';
import { unmetMinValues } from '../scheduling/nodes/min-values.js';
import type { NodeClaimTemplate } from '../scheduling/nodes/node-claim-template.js';
import type { InFlightNodeClaim } from '../scheduling/planned-nodes/in-flight-node-claims.js';
import type { ReservationLedger } from '../scheduling/planned-nodes/reservation-ledger.js';
import type { SchedulingProblem } from '../scheduling/problem/problem.js';
import { TypeRejections } from './rejected-types.js';

/** Maximum number of types of a launch. Source: karpenter MaxInstanceTypes @v1.14.1. */
const maxInstanceTypes = 600;
/** Labels that only the scheduling pass needs. */
const hiddenLabels: ReadonlySet<string> = new Set([...plannedOnlyLabels, labelKeys.hostname]);

/** A NodeClaim that cannot be launched, because its types do not satisfy `minValues`. */
export interface UnlaunchableClaim {
  readonly claim: InFlightNodeClaim;
  readonly reason: SchedulingReason;
}

/** The types that a NodeClaim is launched as. */
interface LaunchChoice {
  /** Cheapest first. */
  readonly options: readonly LaunchOption[];
  readonly chosen: Bits;
  readonly instanceTypes: PlannedNodeClaim['instanceTypes'];
  readonly specs: readonly RequirementSpec[];
}

type NodeMetadata = Pick<PlannedNodeClaim, 'labels' | 'annotations' | 'taints' | 'startupTaints'>;

/** Converts the planned nodes of a pass to NodeClaims that can be recorded and launched. */
export class ClaimWriter {
  readonly #problem: SchedulingProblem;
  readonly #ledger: ReservationLedger;
  readonly #rejections: TypeRejections;
  readonly #specs = new Map<string, readonly RequirementSpec[]>();
  readonly #choices = new Map<string, LaunchChoice>();
  readonly #metadata = new Map<string, NodeMetadata>();
  readonly #typeKey: number;

  constructor(problem: SchedulingProblem, ledger: ReservationLedger) {
    this.#problem = problem;
    this.#ledger = ledger;
    this.#rejections = new TypeRejections(problem);
    this.#typeKey = problem.space.keyOf(labelKeys.instanceType) ?? -1;
  }

  /** @returns the cheapest type; `null` if the NodeClaim cannot be launched */
  cheapestOf(claim: InFlightNodeClaim): LaunchOption | null {
    if (this.#minValuesReason(claim) !== null) return null;
    const requirements = this.#withReservations(claim);
    const options = claim.template.launchOptions.under(requirements);
    return options.find(({ type }) => hasBit(claim.types, type)) ?? null;
  }

  /** @param id id of the NodeClaim within the plan */
  write(claim: InFlightNodeClaim, id: string): PlannedNodeClaim | UnlaunchableClaim {
    const { template } = claim;
    const requirements = this.#withReservations(claim);
    const reason = this.#minValuesReason(claim);
    if (reason !== null) return { claim, reason };

    const choice = this.#choiceOf(claim, requirements);
    const [cheapest, next] = choice.options;
    const expected = cheapest?.option.offerings[0];
    invariant(
      cheapest !== undefined && expected !== undefined,
      'a NodeClaim has no type to launch',
    );
    return {
      id,
      nodePool: template.pool.name,
      podUids: claim.pods.map(({ pod }) => pod.uid),
      requests: this.#requestsOf(claim),
      requirements: choice.specs,
      ...this.#metadataOf(claim),
      ...(claim.deviceUses !== null && { annotations: this.#annotationsOf(claim) }),
      instanceTypes: choice.instanceTypes,
      rejectedInstanceTypes: this.#rejections.rejectedBy(
        {
          template,
          requirements,
          requests: claim.requests,
          hostPorts: claim.hostPorts,
          volumeCounts: claim.volumes.counts(),
          limits: claim.limits,
          withDevices: claim.deviceUses === null ? null : claim.types,
        },
        choice.chosen,
      ),
      expected,
      savingAgainstNextBestMicroUsdPerHour:
        next === undefined || expected.isPriceEstimated === true
          ? null
          : next.priceMicroUsdPerHour - cheapest.priceMicroUsdPerHour,
    };
  }

  /** Returns the launch types; equal for all NodeClaims with these requirements and types. */
  #choiceOf(claim: InFlightNodeClaim, requirements: Requirements): LaunchChoice {
    const { template, types } = claim;
    const text = `${template.index}/${requirements.id}/${types.join()}`;
    return getOrCreate(this.#choices, text, () => {
      const options = this.#optionsOf(claim, requirements);
      const chosen = emptyLike(types);
      for (const { type } of options) addBit(chosen, type);
      return {
        options,
        chosen,
        instanceTypes: Object.freeze(options.map(({ option }) => option)),
        specs: deepFreeze(this.#specsOf(template, requirements, chosen)),
      };
    });
  }

  /**
   * Returns the labels, taints and annotations of the node; equal for all NodeClaims of the
   * template with these requirements.
   */
  #metadataOf(claim: InFlightNodeClaim): NodeMetadata {
    const { template, requirements, relaxesMinValues } = claim;
    const text = `${template.index}/${requirements.id}/${relaxesMinValues}`;
    return getOrCreate(this.#metadata, text, () => {
      const { annotations, startupTaints } = template.pool.template;
      return deepFreeze({
        labels: this.#labelsOf(claim),
        annotations: {
          ...annotations,
          [annotationKeys.minValuesRelaxed]: String(relaxesMinValues),
        },
        taints: template.taints.map((taint) => ({ ...taint })),
        startupTaints: startupTaints.map((taint) => ({ ...taint })),
      });
    });
  }

  /**
   * Returns the annotations of a node with devices. They name the drivers that its pods need, whatever
   * type it is launched as: it is not initialized before these have published its devices.
   */
  #annotationsOf(claim: InFlightNodeClaim): Labels {
    const { template, types, deviceUses } = claim;
    const { deviceCatalog } = this.#problem;
    const sets = new Set(
      membersOf(types).flatMap((type) => {
        const source = template.types[type]?.source;
        return source === undefined || deviceCatalog === null
          ? []
          : [deviceCatalog.setOfType(source)];
      }),
    );
    const [first = [], ...others] = [...sets].map((set) => {
      const use = deviceUses?.get(set);
      return use === undefined ? [] : driversInUse(set, use);
    });
    const drivers = first.filter((driver) => others.every((list) => list.includes(driver)));
    const { annotations } = this.#metadataOf(claim);
    return drivers.length === 0
      ? annotations
      : { ...annotations, [annotationKeys.draDrivers]: drivers.join(',') };
  }

  /** Returns the types of a launch, cheapest first. */
  #optionsOf(
    { template, types }: InFlightNodeClaim,
    requirements: Requirements,
  ): readonly LaunchOption[] {
    const options: LaunchOption[] = [];
    for (const option of template.launchOptions.under(requirements)) {
      if (options.length === maxInstanceTypes) break;
      if (hasBit(types, option.type)) options.push(option);
    }
    return options;
  }

  /** A NodeClaim that holds reservations is launched into one of them. */
  #withReservations({ host, requirements }: InFlightNodeClaim): Requirements {
    const held = this.#ledger.heldBy(host);
    if (held.size === 0) return requirements;
    const { table } = this.#problem;
    const reserved = table.compile([
      { key: labelKeys.capacityType, operator: 'In', values: ['reserved'], minValues: null },
      { key: reservationLabels.id, operator: 'In', values: [...held].sort(), minValues: null },
    ]);
    return table.join(requirements, reserved);
  }

  /** A reservation may leave fewer types than `minValues` requires; that is allowed. */
  #minValuesReason(claim: InFlightNodeClaim): SchedulingReason | null {
    const { template, requirements } = claim;
    const isStrict = this.#problem.snapshot.settings.minValuesPolicy === 'Strict';
    if (!isStrict || requirements.withMinValues.length === 0) return null;
    const options = this.#optionsOf(claim, requirements);
    const types = options.flatMap(({ type }) => template.types[type] ?? []);
    const [unmet] = unmetMinValues(requirements, types);
    if (unmet === undefined) return null;
    const { requirement, minValues, found } = unmet;
    const key = this.#problem.space.nameOf(requirement.key);
    return { code: 'MIN_VALUES_UNMET', key, minValues, found };
  }

  /** Returns the requests of its pods plus the lowest overhead of the daemons of any of its types. */
  #requestsOf({ template, types, requests }: InFlightNodeClaim): PlannedNodeClaim['requests'] {
    const total = requests.slice();
    addTo(total, template.daemons.leastOverhead(types));
    return this.#problem.resources.listOf(total);
  }

  /** Returns the requirements of the launch, by label; with the available types and capacity types. */
  #specsOf(
    template: NodeClaimTemplate,
    requirements: Requirements,
    chosen: Bits,
  ): readonly RequirementSpec[] {
    const names: string[] = [];
    for (const type of membersOf(chosen)) names.push(template.types[type]?.source.name ?? '');
    const types: RequirementSpec = {
      key: labelKeys.instanceType,
      operator: 'In',
      values: Object.freeze(names),
      minValues: requirements.byKey[this.#typeKey]?.minValues ?? null,
    };
    const others = this.#otherSpecs(requirements, variantsOf(template, requirements, chosen));
    return [...others, types].sort((a, b) => compareText(a.key, b.key));
  }

  /**
   * Returns the requirements except for types; equal for all NodeClaims with these requirements and
   * variants.
   */
  #otherSpecs(requirements: Requirements, variants: Bits): readonly RequirementSpec[] {
    const text = `${requirements.id}/${variants.join()}`;
    return getOrCreate(this.#specs, text, () => {
      const { space, table } = this.#problem;
      const capacityTypes = new Set(
        membersOf(variants).flatMap(
          (variant) => this.#problem.variants[variant]?.capacityType ?? [],
        ),
      );
      const offered = {
        key: labelKeys.capacityType,
        operator: 'In',
        values: [...capacityTypes].sort(),
        minValues: null,
      } as const;
      return deepFreeze(
        table
          .join(requirements, table.compile([offered]))
          .list.filter(({ key }) => key !== this.#typeKey && !hiddenLabels.has(space.nameOf(key)))
          .flatMap((requirement) => specsOf(space, requirement)),
      );
    });
  }

  /** Returns the NodePool's labels, and a value for each custom label that it leaves open. */
  #labelsOf({ template, requirements }: InFlightNodeClaim): Labels {
    const { space } = this.#problem;
    const labels: Record<string, string> = { ...template.labels };
    for (const key of template.customKeys) {
      const requirement = requirements.byKey[key];
      const value = requirement === undefined ? null : anyValue(space, requirement);
      if (value !== null) labels[space.nameOf(key)] = value;
    }
    return labels;
  }
}

/** Returns the allowed offering variants of which any of the types has one. */
function variantsOf(template: NodeClaimTemplate, requirements: Requirements, types: Bits): Bits {
  const { variants: allowed } = template.allowedBy(requirements);
  const offered = emptyLike(allowed);
  for (const type of membersOf(types)) {
    const own = template.types[type]?.variants;
    if (own === undefined || holdsAll(offered, own, allowed)) continue;
    for (let word = 0; word < offered.length; word++) {
      offered[word] = (offered[word] ?? 0) | ((own[word] ?? 0) & (allowed[word] ?? 0));
    }
  }
  return offered;
}

/** Returns true if the set has every allowed member of the other. */
function holdsAll(bits: Bits, other: Bits, allowed: Bits): boolean {
  for (let word = 0; word < bits.length; word++) {
    if (((other[word] ?? 0) & (allowed[word] ?? 0) & ~(bits[word] ?? 0)) !== 0) return false;
  }
  return true;
}

/**
 * Returns a value that satisfies the requirement: the first of those listed, otherwise the smallest
 * allowed integer; `null` if the label must not exist.
 * @remarks Differs from karpenter, which chooses one at random.
 */
function anyValue(space: LabelSpace, requirement: Requirement): string | null {
  const { key, complement, values } = requirement;
  if (!complement) {
    const [first] = membersOf(values);
    return first === undefined ? null : space.textOf(key, first);
  }
  const excluded = new Set(membersOf(values).map((value) => space.textOf(key, value)));
  let candidate = requirement.gte ?? 0;
  while (excluded.has(String(candidate))) candidate += 1;
  return String(candidate);
}
