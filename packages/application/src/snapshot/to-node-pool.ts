import { type DurationMs, type Instant, invariant, parseDuration, type Result } from '@kerf/core';
import type {
  NodePool,
  NodePoolDisruption,
  NodePoolTemplate,
  NotReady,
  ResourceList,
} from '@kerf/engine';
import type { NodePoolManifest } from '../domain/definition/node-pool-manifest.js';
import { parseLimits } from '../domain/definition/parse-limits.js';
import { toRequirementSpecs } from '../domain/definition/to-requirement-specs.js';
import type { BudgetSchedule } from '../ports/budget-schedule.js';

/** What the engine’s model of a NodePool is built from. */
export interface NodePoolModelInput {
  readonly name: string;
  readonly spec: NodePoolManifest;
  /** Capacity of the pool's claims now, incl. `nodes`. */
  readonly usage: ResourceList;
  /** What keeps the pool from being used; `null` when nothing does. */
  readonly notReady: NotReady | null;
  /** The instant for which the budgets' schedules are read. */
  readonly now: Instant;
  readonly schedule: BudgetSchedule;
}

/**
 * The engine's view of a stored pool: text becomes numbers in the engine's units.
 * @throws InvariantViolation for text that no manifest reader accepts
 */
export function toNodePoolModel(input: NodePoolModelInput): NodePool {
  const { name, spec, usage, notReady, now, schedule } = input;
  return {
    name,
    weight: spec.weight ?? 0,
    replicas: spec.replicas ?? null,
    notReady,
    template: toTemplate(spec.template),
    disruption: toDisruption(spec.disruption, schedule, now),
    limits: parseLimits(spec.limits),
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

const durationOrNever = (text: string): DurationMs | null =>
  text === 'Never' ? null : read(parseDuration(text));

/** Stored manifests were checked when they were read, so a "no" here is a bug. */
function read<T>(result: Result<T, string>): T {
  invariant(result.ok, result.ok ? '' : result.error);
  return result.value;
}
