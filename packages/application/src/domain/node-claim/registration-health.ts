import type { Instant } from '@kerf/core';
import type { NodeClassDefinition, NodePoolDefinition } from '../definition/definition.js';

/** The outcome of a NodeClaim: its node registered, or a step failed. */
export interface ClaimOutcome {
  readonly at: Instant;
  /** The step that failed; `null` when its node registered. */
  readonly failure: 'LaunchFailed' | 'RegistrationFailed' | null;
  /** The cloud's message when it refused the launch. */
  readonly detail: string | null;
}

/**
 * Registration health of a NodePool. `Undecided`: no node has registered yet, and at most one
 * NodeClaim failed.
 */
export type RegistrationHealthStatus = 'Healthy' | 'Unhealthy' | 'Undecided';

/**
 * The latest outcomes of a NodePool's claims. It is only reported and does not affect decisions.
 */
export interface RegistrationHealth {
  readonly status: RegistrationHealthStatus;
  /** Number of outcomes considered, and number of failures among them. */
  readonly outcomes: number;
  readonly failures: number;
  /** The latest failure; `null` without one. */
  readonly lastFailure: ClaimOutcome | null;
}

/**
 * Number of outcomes of a NodePool that are considered. Source: karpenter pkg/state/nodepoolhealth
 * @v1.14.1.
 */
export const outcomesConsidered = 4;
const toleratedFailures = 1;

/**
 * Returns whether nodes of a NodePool register: `Unhealthy` when two of the last four claims
 * failed, `Undecided` until one has registered. Outcomes from before the last change of the
 * NodePool or its EC2NodeClass do not count.
 * @param outcomes the latest first, at most {@link outcomesConsidered}
 * Source: karpenter nodepool/registrationhealth/controller.go @v1.14.1; differs: upstream counts
 * launches that time out; here they are the launches that the cloud refuses.
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
