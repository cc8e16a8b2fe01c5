import type { NodeClaimState, TerminationStep } from '@kerf/application';
import type { DecisionProgressRow } from '@kerf/db';
import { nodePhases } from '../../contract/words.js';
import type { DecisionProgress, NodePhase } from '../../generated/schema-types.js';
import { toFailureView } from '../node-claim/node-claim.contract.js';
import type { DecisionView } from './decision.mapper.js';

const phaseByState: Readonly<Record<Exclude<NodeClaimState, 'Terminating'>, NodePhase>> = {
  Requested: 'Launching',
  Launching: 'Launching',
  Launched: 'Joining',
  Registered: 'Initializing',
  Initialized: 'Ready',
  Terminated: 'Gone',
  LaunchFailed: 'Failed',
};

const phaseByStep: Readonly<Record<TerminationStep, NodePhase>> = {
  Requested: 'Cordoning',
  Cordoned: 'Draining',
  Drained: 'Terminating',
  VolumesDetached: 'Terminating',
  InstanceTerminating: 'Terminating',
  InstanceGone: 'Terminating',
};

const causesShown = 5;

/** Whether a decision is approved or executing. */
export const isInProgress = ({ state }: Pick<DecisionView, 'state'>): boolean =>
  state === 'Approved' || state === 'Executing';

export function toProgress(
  { kind, nodeCount }: Pick<DecisionView, 'kind' | 'nodeCount'>,
  { claims, failures }: DecisionProgressRow,
): DecisionProgress {
  const own = claims.filter(({ isReplacement }) => !isReplacement);
  const end: readonly NodePhase[] = kind === 'Provision' ? ['Ready', 'Failed'] : ['Gone'];
  const found = claims.map(phaseOf);
  const causes = claims.flatMap(({ name, waitingFor }) =>
    waitingFor === null ? [] : [`${name}: ${waitingFor}`],
  );
  return {
    done: own.filter((claim) => end.includes(phaseOf(claim))).length,
    total: Math.max(nodeCount, own.length),
    phases: nodePhases.flatMap((phase) => {
      const count = found.filter((other) => other === phase).length;
      return count === 0 ? [] : [{ phase, count }];
    }),
    waitingFor: causes.slice(0, causesShown),
    failures: failures.map(toFailureView),
  };
}

function phaseOf({ state, step }: DecisionProgressRow['claims'][number]): NodePhase {
  return state === 'Terminating' ? phaseByStep[step ?? 'Requested'] : phaseByState[state];
}
