import { aNode, aNodePool, aPod, aSnapshot, type NodeBuilder } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { balancedBlock, balancedScores } from './balanced-score.js';
import { type Candidate, inspectNodes, toCommandCandidate } from './candidate.js';

const balanced = (name: string) =>
  aNodePool(name).withDisruption({ consolidationPolicy: 'Balanced' });

const node = (name: string, price: number | null, pods: number, pool = 'default'): NodeBuilder =>
  aNode(name)
    .inPool(pool)
    .launchedAs('t2', 'zone-a', 'on-demand', price)
    .running(...Array.from({ length: pods }, (_, index) => aPod(`${name}-${index}`).running()));

function clusterOf(...nodes: readonly NodeBuilder[]) {
  const snapshot = aSnapshot()
    .withNodePools(balanced('default'), balanced('second'), aNodePool('plain'))
    .withNodes(...nodes)
    .build();
  const { candidates } = inspectNodes(snapshot);
  const named = (...names: readonly string[]): readonly Candidate[] =>
    candidates.filter((candidate) => names.includes(candidate.node.name));
  const blockOf = (saving: number | null, ...names: readonly string[]) =>
    balancedBlock(snapshot, named(...names), saving);
  const scoresOf = (savingMicroUsdPerHour: number | null, ...names: readonly string[]) =>
    balancedScores(snapshot, {
      candidates: named(...names).map(toCommandCandidate),
      savingMicroUsdPerHour,
    });
  return { snapshot, blockOf, scoresOf };
}

describe('balancedScores', () => {
  it('divides the saved part of the price by the disrupted part of the disruption cost', () => {
    // 50 of 400 are saved; the node costs 1 + 1 of (1 + 1) + (1 + 5) to disrupt.
    const { scoresOf } = clusterOf(node('n', 100, 1), node('m', 300, 5));
    expect(scoresOf(50, 'n')).toEqual([
      { nodePool: 'default', score: 0.5, minScore: 0.5, savedRatio: 0.125, disruptedRatio: 0.25 },
    ]);
  });

  it('has no score for NodePools with another policy', () => {
    const { scoresOf } = clusterOf(node('n', 100, 1, 'plain'));
    expect(scoresOf(50, 'n')).toEqual([]);
  });

  it('has no score for nodes and NodePools that are gone', () => {
    const { snapshot } = clusterOf(node('n', 100, 1));
    const [candidate] = inspectNodes(snapshot).candidates;
    expect(candidate).toBeDefined();
    if (candidate === undefined) return;
    const known = toCommandCandidate(candidate);
    const command = {
      candidates: [
        { ...known, nodeName: 'gone' },
        { ...known, nodePool: 'gone' },
      ],
      savingMicroUsdPerHour: 50,
    };
    expect(balancedScores(snapshot, command)).toEqual([]);
  });

  it('shares the saving among NodePools by the prices of the removed nodes', () => {
    // A saving of 80 is 20 for 100 of the first NodePool and 60 for 300 of the second.
    const { scoresOf } = clusterOf(node('m', 100, 1), node('n', 300, 1, 'second'));
    expect(
      scoresOf(80, 'm', 'n').map(({ nodePool, savedRatio }) => [nodePool, savedRatio]),
    ).toEqual([
      ['default', 0.2],
      ['second', 0.2],
    ]);
  });

  it('counts a NodePool with another policy in the shares', () => {
    const { scoresOf } = clusterOf(node('n', 100, 1), node('p', 300, 1, 'plain'));
    expect(scoresOf(80, 'n', 'p')).toMatchObject([{ nodePool: 'default', savedRatio: 0.2 }]);
  });

  it('is 0 for no saving, a negative or an unknown one', () => {
    const { scoresOf } = clusterOf(node('n', 100, 1), node('m', 300, 1));
    for (const saving of [0, -10, null]) {
      expect(scoresOf(saving, 'n')).toMatchObject([{ score: 0, savedRatio: 0 }]);
    }
  });

  it('is 0 if the nodes cost nothing, or their prices are unknown', () => {
    for (const price of [0, null]) {
      const { scoresOf } = clusterOf(node('n', price, 1), node('m', price, 1));
      expect(scoresOf(10, 'n')).toMatchObject([{ score: 0, savedRatio: 0 }]);
    }
  });

  it('counts daemons as no disruption', () => {
    const daemon = aPod('agent').running({ ownerKind: 'DaemonSet' });
    const { scoresOf } = clusterOf(node('n', 100, 1).running(daemon), node('m', 100, 1));
    expect(scoresOf(50, 'n')).toMatchObject([{ disruptedRatio: 0.5 }]);
  });

  it('counts all nodes of the NodePool, also those that may not be disrupted', () => {
    const { scoresOf } = clusterOf(
      node('n', 100, 1),
      node('kept', 300, 1).with({ doNotDisrupt: 'true' }),
      node('starting', 100, 0).starting(),
    );
    // (1 + 1) of (1 + 1) + (1 + 1) + 1.
    expect(scoresOf(50, 'n')).toMatchObject([{ savedRatio: 0.1, disruptedRatio: 0.4 }]);
  });
});

describe('balancedBlock', () => {
  it('is none from a score of 0.5', () => {
    const { blockOf } = clusterOf(node('n', 100, 1), node('m', 300, 5));
    expect(blockOf(50, 'n')).toBeNull();
    expect(blockOf(49, 'n')).toEqual({
      code: 'SCORE_TOO_LOW',
      nodePool: 'default',
      score: 0.49,
      minScore: 0.5,
    });
  });

  it('rounds the score down to two decimals', () => {
    // 10 of 300 saved by half of the disruption: 0.0666…
    const { blockOf } = clusterOf(node('n', 150, 1), node('m', 150, 1));
    expect(blockOf(10, 'n')).toMatchObject({ score: 0.06 });
  });

  it('names the first NodePool whose score is too low', () => {
    // Both NodePools save a quarter of their price; the second one disrupts all of its pods for it.
    const { blockOf } = clusterOf(node('n', 200, 0), node('n2', 0, 9), node('m', 200, 5, 'second'));
    expect(blockOf(100, 'n', 'm')).toMatchObject({ nodePool: 'second', score: 0.25 });
  });

  it('is none for NodePools with another policy', () => {
    const { blockOf } = clusterOf(node('n', 100, 1, 'plain'));
    expect(blockOf(0, 'n')).toBeNull();
  });
});
