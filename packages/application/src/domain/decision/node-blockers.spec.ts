import type { Reason } from '@kerf/engine';
import { describe, expect, it } from 'vitest';
import { type BlockerEvaluation, blockersOfPass } from './node-blockers.js';

const awaited: Reason = { code: 'NOT_EVALUATED_YET' };
const expensive: Reason = {
  code: 'NO_CHEAPER_REPLACEMENT',
  priceMicroUsdPerHour: 2,
  bestMicroUsdPerHour: 3,
};
const recent: Reason = { code: 'CONSOLIDATE_AFTER', until: 9 };

const pass = (
  reasons: readonly Reason[],
  known: ReadonlyMap<string, BlockerEvaluation> = new Map(),
  now = 1_000,
) => blockersOfPass({ blocked: [{ nodeName: 'n', reasons }] }, new Map(), known, now);

describe('blockersOfPass', () => {
  it('has the blockers of the pass that evaluated the node', () => {
    expect(pass([expensive]).blockers.get('n')).toEqual({
      reasons: [expensive],
      evaluatedAt: null,
    });
  });

  it('keeps blockers and the time of their evaluation while other nodes are evaluated', () => {
    const first = pass([expensive]);
    const second = pass([awaited], first.evaluations, 2_000);
    expect(second.blockers.get('n')).toEqual({ reasons: [expensive], evaluatedAt: 1_000 });
    const third = pass([awaited], second.evaluations, 3_000);
    expect(third.blockers.get('n')).toEqual({ reasons: [expensive], evaluatedAt: 1_000 });
  });

  it('keeps that the score of a consolidation was too low, which only a simulation finds', () => {
    const low: Reason = { code: 'SCORE_TOO_LOW', nodePool: 'default', score: 0.2, minScore: 0.5 };
    const second = pass([awaited], pass([low]).evaluations, 2_000);
    expect(second.blockers.get('n')).toEqual({ reasons: [low], evaluatedAt: 1_000 });
  });

  it('says that a node is not evaluated yet when it never was', () => {
    expect(pass([awaited]).blockers.get('n')).toEqual({ reasons: [awaited], evaluatedAt: null });
  });

  it('forgets an evaluation once something else blocks the node or a decision holds it', () => {
    const blocked = pass([recent], pass([expensive]).evaluations);
    expect(pass([awaited], blocked.evaluations).blockers.get('n')?.reasons).toEqual([awaited]);
    const decided = blockersOfPass(
      { blocked: [] },
      new Map([['n', 'dec_1']]),
      pass([expensive]).evaluations,
      2_000,
    );
    expect(decided.blockers.get('n')?.reasons).toEqual([
      { code: 'IN_DECISION', decisionId: 'dec_1' },
    ]);
    expect(pass([awaited], decided.evaluations).blockers.get('n')?.reasons).toEqual([awaited]);
  });

  it('does not remember blockers that every pass computes', () => {
    const { evaluations } = pass([recent, expensive]);
    expect(pass([awaited], evaluations).blockers.get('n')?.reasons).toEqual([expensive]);
  });
});
