import { engineVersion } from '@kerf/engine';
import { type Decision, kerfActor } from '../domain/decision/decision.js';
import type { Ports } from '../ports/ports.js';

/** What every decision has to say of itself; the rest has a default. */
type NewDecision = Pick<
  Decision,
  'id' | 'clusterId' | 'kind' | 'verdict' | 'snapshotDigest' | 'body' | 'nodePools' | 'nodeClaimIds'
> &
  Partial<Omit<Decision, 'version'>>;

/** Returns a decision that is proposed now and not saved yet: about its claims, at no known cost. */
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
    version: 1,
    ...fields,
  };
}

/** The fields of a decision that is carried out at once, without anybody's approval. */
export function executing(
  ports: Pick<Ports, 'clock'>,
): Pick<Decision, 'state' | 'decidedAt' | 'decidedBy'> {
  return { state: 'Executing', decidedAt: ports.clock.now(), decidedBy: kerfActor };
}
