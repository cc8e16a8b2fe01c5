import { aNode, aNodePool, aPod, aSnapshot } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { NodePoolPause, PauseExtent } from '../model/pause.js';
import { planDisruption } from './plan-disruption.js';
import { validateCommand } from './validate-command.js';

const pauseOf = (stops: PauseExtent): NodePoolPause => ({
  pauseId: 'pau_1',
  scope: 'NodePool',
  stops,
  reason: 'bad AMI',
  owner: 'ana',
  until: 9,
});
const block = (stops: PauseExtent) => ({ code: 'DISRUPTION_PAUSED', ...pauseOf(stops) });
const pool = aNodePool();
const nodes = [aNode('empty'), aNode('busy').running(aPod('web').running())] as const;
const snapshotOf = (...pauses: readonly NodePoolPause[]) =>
  aSnapshot()
    .withNodePools(pool.withBudget('100%').pausedBy(...pauses))
    .withNodes(...nodes)
    .build();
const reasonsOf = (...pauses: readonly NodePoolPause[]) =>
  planDisruption(snapshotOf(...pauses)).blocked;

describe('a pause of a NodePool', () => {
  it('has nodes to remove without it', () => {
    expect(planDisruption(snapshotOf()).commands).toHaveLength(1);
  });

  it.each<PauseExtent>(['Disruption', 'DisruptionAndLaunches', 'Consolidation'])(
    'that stops %s blocks every node, and says who, why and until when',
    (stops) => {
      expect(planDisruption(snapshotOf(pauseOf(stops))).commands).toEqual([]);
      expect(reasonsOf(pauseOf(stops))).toMatchObject([
        { nodeName: 'busy', reasons: [block(stops)] },
        { nodeName: 'empty', reasons: [block(stops)] },
      ]);
    },
  );

  it('makes a command that was proposed before invalid, with the reason', () => {
    const [command] = planDisruption(snapshotOf()).commands;
    if (command === undefined) throw new RangeError('there is no command');
    expect(validateCommand(snapshotOf(), command).kind).toBe('Valid');
    expect(validateCommand(snapshotOf(pauseOf('Disruption')), command)).toMatchObject({
      kind: 'Invalid',
      dropped: [{ reasons: [block('Disruption')] }],
    });
  });

  it('of consolidation only lets drift go on', () => {
    const drifted = aSnapshot()
      .withNodePools(pool.withBudget('100%').pausedBy(pauseOf('Consolidation')))
      .withNodes(aNode('old').withClaim({ drifted: 'NodePoolDrifted' }))
      .build();
    expect(planDisruption(drifted).commands).toMatchObject([{ method: 'Drift' }]);
  });
});
