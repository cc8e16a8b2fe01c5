import type { DisruptionSimulation, SimulationResult } from '@kerf/application';
import { recordedAt } from './cluster-records.js';
import { aCommandCandidate } from './decision-record.js';
import { aPlannedClaim } from './node-claim-record.js';

/** Returns a requested simulation of the removal of node `ip-10-0-0-1`. */
export function aSimulation(
  fields: Pick<DisruptionSimulation, 'clusterId' | 'id'> & Partial<DisruptionSimulation>,
): DisruptionSimulation {
  return {
    nodeNames: ['ip-10-0-0-1'],
    requestedBy: 'ada',
    requestedAt: recordedAt,
    answerBy: recordedAt + 60_000,
    state: 'Requested',
    problem: null,
    result: null,
    finishedAt: null,
    ...fields,
  };
}

/** Returns a result with one replacement, one move and one pod without a node. */
export function aSimulationResult(): SimulationResult {
  const replacement = aPlannedClaim();
  return {
    engineVersion: '1',
    evaluatedAt: recordedAt,
    nodes: [
      {
        ...aCommandCandidate(),
        blockers: [
          {
            disruptionReasons: ['Underutilized'],
            block: { code: 'CONSOLIDATE_AFTER', until: recordedAt + 30_000 },
            until: recordedAt + 30_000,
          },
        ],
        podsWithoutController: ['shop/debug'],
      },
    ],
    moves: [{ podUid: 'uid-1', pod: 'shop/web-1', from: 'ip-10-0-0-1', to: replacement.id }],
    unplaced: [
      {
        podUid: 'uid-2',
        pod: 'shop/huge',
        from: 'ip-10-0-0-1',
        reasons: [],
        byNodePool: [
          {
            nodePool: 'default',
            reason: { code: 'NO_MATCHING_INSTANCE_TYPE', allowed: null },
            nearest: null,
            fix: null,
          },
        ],
      },
    ],
    replacements: [replacement],
    costChangeMicroUsdPerHour: null,
    consolidation: { kind: 'Blocked', block: { code: 'PRICE_UNKNOWN' } },
    optionCounts: { [replacement.id]: 3 },
  };
}
