import {
  type DurationMs,
  type Instant,
  invariant,
  parseDuration,
  parseUsd,
  type Result,
} from '@kerf/core';
import type {
  MinSaving,
  NodePool,
  NodePoolDisruption,
  NodePoolTemplate,
  NotReady,
  ResourceList,
} from '@kerf/engine';
import type { DefinitionRefusal } from '../domain/definition/definition-refusal.js';
import type {
  MinSavingManifest,
  NodePoolManifest,
} from '../domain/definition/node-pool-manifest.js';
import { parseLimits } from '../domain/definition/parse-limits.js';
import { toRequirementSpecs } from '../domain/definition/to-requirement-specs.js';
import { toUnreadable } from '../domain/scheduling/not-ready.js';
import type { BudgetSchedule } from '../ports/budget-schedule.js';

/** The data from which the engine’s model of a NodePool is built. */
export interface NodePoolModelInput {
  readonly name: string;
  readonly spec: NodePoolManifest;
  /** Capacity of the NodePool's claims now, including `nodes`. */
  readonly usage: ResourceList;
  /** Why the NodePool cannot be used; `null` when it is ready. */
  readonly notReady: NotReady | null;
  /** The refusal of the NodePool's object; `undefined` if it is readable. */
  readonly refusal: DefinitionRefusal | undefined;
  /** The time at which the schedules of the budgets are evaluated. */
  readonly now: Instant;
  readonly schedule: BudgetSchedule;
}

/**
 * Returns the engine's model of a stored NodePool: quantities and durations become numbers in the
 * engine's units.
 * @throws InvariantViolation for text that no manifest reader accepts
 */
export function toNodePoolModel(input: NodePoolModelInput): NodePool {
  const { name, spec, usage, notReady, refusal, now, schedule } = input;
  return {
    name,
    weight: spec.weight ?? 0,
    replicas: spec.replicas ?? null,
    notReady,
    ...(refusal !== undefined && {
      unreadable: { field: refusal.field, detail: refusal.message },
    }),
    template: toTemplate(spec.template),
    disruption: {
      ...toDisruption(spec.disruption, schedule, now),
      ...(spec.minSaving !== undefined && { minSaving: toMinSaving(spec.minSaving) }),
    },
    limits: parseLimits(spec.limits),
    usage,
  };
}

/**
 * Returns the engine's model of a NodePool of which nothing could be read but its name: it launches
 * nothing, and its nodes are not disrupted.
 */
export function toUnknownPoolModel(
  refusal: DefinitionRefusal,
  usage: ResourceList = { nodes: 0 },
): NodePool {
  const { name, field, message } = refusal;
  return {
    name,
    weight: 0,
    replicas: null,
    notReady: toUnreadable(refusal),
    unreadable: { field, detail: message },
    template: {
      labels: {},
      annotations: {},
      taints: [],
      startupTaints: [],
      requirements: [],
      nodeClassName: '',
      expireAfterMs: null,
      terminationGracePeriodMs: null,
    },
    disruption: { consolidationPolicy: 'WhenEmpty', consolidateAfterMs: null, budgets: [] },
    limits: {},
    usage,
  };
}

function toTemplate({ metadata, spec }: NodePoolManifest['template']): NodePoolTemplate {
  return {
    labels: metadata.labels,
    annotations: metadata.annotations,
    taints: spec.taints,
    startupTaints: spec.startupTaints,
    requirements: toRequirementSpecs(spec.requirements),
    nodeClassName: spec.nodeClassRef.name,
    expireAfterMs: durationOrNever(spec.expireAfter),
    terminationGracePeriodMs:
      spec.terminationGracePeriod === undefined
        ? null
        : read(parseDuration(spec.terminationGracePeriod)),
  };
}

function toDisruption(
  { consolidationPolicy, consolidateAfter, budgets }: NodePoolManifest['disruption'],
  schedule: BudgetSchedule,
  now: Instant,
): NodePoolDisruption {
  return {
    consolidationPolicy,
    consolidateAfterMs: durationOrNever(consolidateAfter),
    budgets: budgets.map((budget, index) => schedule.resolve(budget, index, now)),
  };
}

/** Returns the minimum savings in the engine's units. */
export function toMinSaving({
  usdPerHour,
  percent,
  podMoveUsdPerHour,
}: MinSavingManifest): Partial<MinSaving> {
  return {
    ...(usdPerHour !== undefined && { microUsdPerHour: read(parseUsd(usdPerHour)) }),
    ...(percent !== undefined && { percent: Number(percent) }),
    ...(podMoveUsdPerHour !== undefined && {
      perPodMoveMicroUsdPerHour: read(parseUsd(podMoveUsdPerHour)),
    }),
  };
}

/** Returns the duration of a manifest's field; `null` for `Never`. */
export const durationOrNever = (text: string): DurationMs | null =>
  text === 'Never' ? null : read(parseDuration(text));

/** Stored manifests were validated when they were read, so an error here is a bug. */
function read<T>(result: Result<T, string>): T {
  invariant(result.ok, result.ok ? '' : result.error);
  return result.value;
}
