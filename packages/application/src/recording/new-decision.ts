import { engineVersion } from '@kerf/engine';
import { type Decision, kerfActor } from '../domain/decision/decision.js';
import type { Ports } from '../ports/ports.js';

/** The fields of a new decision: the required ones, and others that replace a default. */
type NewDecision = Pick<
  Decision,
  'id' | 'clusterId' | 'kind' | 'verdict' | 'snapshotDigest' | 'body' | 'nodePools' | 'nodeClaimIds'
> &
  Partial<Omit<Decision, 'version'>>;

/**
 * Returns an unsaved decision that is proposed now. Its cost change is unknown unless `fields` has
 * one.
 */
export function newDecision(ports: Pick<Ports, 'clock'>, fields: NewDecision): Decision {
  return {
    state: 'Proposed',
    engineVersion,
    nodeCount: fields.nodeClaimIds.length,
    podCount: 0,
    costChangeMicroUsdPerHour: null,
    achievedSavingMicroUsdPerHour: null,
    proposedAt: ports.clock.now(),
    expiresAt: null,
    rejectedUntil: null,
    decidedAt: null,
    decidedBy: null,
    comment: null,
    finishedAt: null,
    executionStep: 'None',
    approval: null,
    version: 1,
    ...fields,
  };
}

/** Returns the fields of a decision that is executed at once, without approval. */
export function executing(
  ports: Pick<Ports, 'clock'>,
): Pick<Decision, 'state' | 'decidedAt' | 'decidedBy'> {
  return { state: 'Executing', decidedAt: ports.clock.now(), decidedBy: kerfActor };
}
