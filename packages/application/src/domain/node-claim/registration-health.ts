import type { Instant } from '@kerf/core';
import type { NodeClassDefinition, NodePoolDefinition } from '../definition/definition.js';

/** Whether a claim became a node of its cluster. */
export interface ClaimOutcome {
  readonly at: Instant;
  /** The step that failed; `null` when its node registered. */
  readonly failure: 'LaunchFailed' | 'RegistrationFailed' | null;
  /** What the cloud said, when it refused. */
  readonly detail: string | null;
}

/** Undecided: none has become a node yet, and no more than one failed. */
export type RegistrationHealthStatus = 'Healthy' | 'Unhealthy' | 'Undecided';

/** How the claims of a pool fared lately. It is told, and decides nothing. */
export interface RegistrationHealth {
  readonly status: RegistrationHealthStatus;
  /** How many outcomes it is about, and how many of them failed. */
  readonly outcomes: number;
  readonly failures: number;
  /** The latest failure, when there is one. */
  readonly lastFailure: ClaimOutcome | null;
}

/** How many outcomes of a pool are looked at. Source: karpenter pkg/state/nodepoolhealth @v1.14.1. */
export const outcomesConsidered = 4;
const toleratedFailures = 1;

/**
 * Whether nodes of a pool come to be: not, when two of the last four claims failed, and unknown until
 * one has become a node. What happened before the pool or its class was changed does not count.
 * @param outcomes the latest first, at most {@link outcomesConsidered}
 * Source: karpenter nodepool/registrationhealth/controller.go @v1.14.1; differs: upstream counts the
 * launches that time out, which are those that the cloud refuses here.
 */
export function registrationHealth(
  outcomes: readonly ClaimOutcome[],
  pool: Pick<NodePoolDefinition, 'updatedAt' | 'spec'>,
  nodeClasses: readonly Pick<NodeClassDefinition, 'name' | 'updatedAt'>[],
): RegistrationHealth {
  const { name } = pool.spec.template.spec.nodeClassRef;
  const nodeClass = nodeClasses.find((candidate) => candidate.name === name);
  const since = Math.max(pool.updatedAt, nodeClass?.updatedAt ?? 0);
  const counted = outcomes.filter(({ at }) => at > since);
  const failed = counted.filter(({ failure }) => failure !== null);
  return {
    status: statusOf(counted.length, failed.length),
    outcomes: counted.length,
    failures: failed.length,
    lastFailure: failed[0] ?? null,
  };
}

function statusOf(outcomes: number, failures: number): RegistrationHealthStatus {
  if (failures > toleratedFailures) return 'Unhealthy';
  return outcomes > failures ? 'Healthy' : 'Undecided';
}
