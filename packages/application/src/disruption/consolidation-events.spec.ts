import { aNodeClaimRecord, anEmptyCommand, aPlannedClaim } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { NotedEvent } from '../ports/cluster-event-recorder.js';
import {
  consolidationApproved,
  consolidationCandidate,
  consolidationRejected,
} from './consolidation-events.js';

const claim = aNodeClaimRecord({ clusterId: 'clu_1', id: 'ncl_1' });
const about = { claim, node: { name: 'node-a', uid: 'uid-a' } };
const command = { ...anEmptyCommand(), savingMicroUsdPerHour: 96_000 };
const names = command.candidates.map(({ nodeName }) => nodeName).join(', ');
const score = {
  nodePool: 'default',
  score: 1.234,
  minScore: 0.5,
  savedRatio: 0.25,
  disruptedRatio: 0.2026,
};
const textOf = (events: readonly NotedEvent[]): readonly string[] =>
  events.map(
    (event) => `${event.reason} ${event.about.kind}/${event.about.name}: ${event.message}`,
  );

describe('128: Events of consolidation', () => {
  it('name the command and what it saves, on the NodeClaim and its node', () => {
    const message = `Consolidation candidate: delete ${names} (savings: $0.0960 per hour)`;
    expect(textOf(consolidationCandidate(about, command))).toEqual([
      `ConsolidationCandidate NodeClaim/${claim.name}: ${message}`,
      `ConsolidationCandidate Node/node-a: ${message}`,
    ]);
  });

  it('say why a command was not valid any more', () => {
    const replace = { ...command, replacements: [aPlannedClaim()], savingMicroUsdPerHour: null };
    const [event] = consolidationRejected(about, replace, 'a pod is pending');
    expect(event?.message).toBe(
      `Consolidation rejected: replace ${names}, reason: a pod is pending`,
    );
  });

  it('say that nodes are regrouped, which is not a method of Karpenter', () => {
    const [event] = consolidationCandidate(about, { ...command, method: 'Regrouping' });
    expect(event?.message).toBe(
      `Consolidation candidate: regroup ${names} (savings: $0.0960 per hour)`,
    );
  });

  it('are not written for drift', () => {
    expect(consolidationRejected(about, { ...command, reason: 'Drifted' }, '')).toEqual([]);
  });

  it('129: have the score of a NodePool with the policy Balanced', () => {
    const message = 'score 1.23 >= threshold 0.50 (savings 25.0%, disruption 20.3%)';
    expect(textOf(consolidationApproved([about], score))).toEqual([
      `ConsolidationApproved NodeClaim/${claim.name}: ${message}`,
      `ConsolidationApproved Node/node-a: ${message}`,
    ]);
    expect(textOf(consolidationApproved([about, about], score))).toEqual([
      `ConsolidationApproved NodePool/default: ${message}`,
    ]);
  });
});
