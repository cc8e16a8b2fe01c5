import { aNodePool, anInstanceType, aPod, aSnapshot } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { solve } from '../optimize/solve.js';

const pods = (count: number, pool?: string) =>
  Array.from({ length: count }, (_, index) => {
    const pod = aPod(`${pool ?? 'pod'}-${index}`).requesting({ milliCpu: 1_500, memoryMib: 512 });
    return pool === undefined ? pod : pod.selecting({ 'karpenter.sh/nodepool': pool });
  });
/** Two CPUs for 10 cents an hour: one pod fits on a node. */
const small = anInstanceType('small')
  .with({ milliCpu: 2_000, memoryMib: 4_096, pods: 20 })
  .offeredAt({ microUsdPerHour: 100_000 });

const plan = (snapshot: ReturnType<typeof aSnapshot>) => {
  const { newNodeClaims, unschedulable } = solve(snapshot.build(), { searchMs: 0 });
  const codes = unschedulable.flatMap(({ byNodePool }) =>
    byNodePool.map(({ reason }) => reason.code),
  );
  return { nodes: newNodeClaims.length, codes };
};

describe('spend limits', () => {
  it('launch what fits into the limit, and say so for the other pods', () => {
    const snapshot = aSnapshot()
      .withInstanceTypes(small)
      .withPods(...pods(4))
      .withNodePools(aNodePool().limitedToSpend(250_000));
    expect(plan(snapshot)).toEqual({
      nodes: 2,
      codes: ['SPEND_LIMIT_EXCEEDED', 'SPEND_LIMIT_EXCEEDED'],
    });
  });

  it('count what nodes cost already', () => {
    const snapshot = aSnapshot()
      .withInstanceTypes(small)
      .withPods(...pods(2))
      .withNodePools(aNodePool().limitedToSpend(250_000, 150_000));
    expect(plan(snapshot)).toEqual({ nodes: 1, codes: ['SPEND_LIMIT_EXCEEDED'] });
  });

  it('are shared by NodePools with one limit', () => {
    const snapshot = aSnapshot()
      .withInstanceTypes(small)
      .withPods(...pods(2, 'a'), ...pods(2, 'b'))
      .withNodePools(
        aNodePool('a').limitedToSpend(300_000),
        aNodePool('b').limitedToSpend(300_000),
      );
    expect(plan(snapshot).nodes).toBe(3);
    const apart = snapshot.withNodePools(
      aNodePool('a').limitedToSpend(300_000),
      aNodePool('b').limitedToSpend(300_000, 0, 'spl_2'),
    );
    expect(plan(apart).nodes).toBe(4);
  });

  it('exclude types that cost more than what is left', () => {
    const large = anInstanceType('large')
      .with({ milliCpu: 8_000, memoryMib: 16_384, pods: 20 })
      .offeredAt({ microUsdPerHour: 400_000 });
    const snapshot = aSnapshot()
      .withInstanceTypes(small, large)
      .withPods(...pods(1))
      .withNodePools(aNodePool().limitedToSpend(300_000));
    const [claim] = solve(snapshot.build(), { searchMs: 0 }).newNodeClaims;
    expect(claim?.instanceTypes.map(({ name }) => name)).toEqual(['small']);
  });
});
