import { aNode, aNodePool, anInstanceType, aPod, aSnapshot, type NodeBuilder } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import { evaluate } from './evaluate.js';
import { noEvaluations } from './evaluation-order.js';

const at = aSnapshot()
  .at(100_000)
  .withNodePools(aNodePool().withBudget('100%').consolidatingAfter(0))
  .withInstanceTypes(anInstanceType('t2'));

const node = (name: string, pods = 0): NodeBuilder =>
  aNode(name).running(
    ...Array.from({ length: pods }, (_, index) =>
      aPod(`${name}-${index}`).requesting({ milliCpu: 400 }).running(),
    ),
  );
const drifted = { drifted: 'AMIDrift', driftedAt: 1 };

function evaluated(snapshot: ClusterSnapshot, cursor = noEvaluations) {
  const effort = { simulations: 0 };
  const { plan, isWidened } = evaluate(snapshot, {
    cursor,
    widens: true,
    regroups: true,
    effort,
  });
  return {
    plan,
    isWidened,
    effort,
    methods: plan.commands.map(({ method }) => method),
    removed: plan.commands.flatMap(({ candidates }) => candidates.map(({ nodeName }) => nodeName)),
    blocked: plan.blocked.map(({ nodeName, reasons }) => [
      nodeName,
      ...reasons.map(({ code }) => code),
    ]),
  };
}

describe('evaluate', () => {
  it('finds nothing in a cluster without nodes', () => {
    const { plan, effort } = evaluated(at.build());
    expect(plan).toMatchObject({ commands: [], blocked: [], cursor: { evaluations: 1 } });
    // The evaluation itself counts.
    expect(effort.simulations).toBe(1);
  });

  it('counts each simulation of consolidation', () => {
    const stuck = (name: string) =>
      aNode(name).running(aPod(name).selecting({ disk: 'ssd' }).running());
    const { effort, removed } = evaluated(at.withNodes(stuck('a'), stuck('b')).build());
    expect(removed).toEqual([]);
    // The evaluation, both nodes together, each as an addition to no command, and each alone.
    expect(effort.simulations).toBe(1 + 1 + 2 + 2);
  });

  it('is not widened if upstream finds as much: all nodes at once', () => {
    const { effort, removed, isWidened } = evaluated(
      at.withNodes(node('a', 1), node('b', 1), node('c').with({ doNotDisrupt: 'true' })).build(),
    );
    expect(removed).toEqual(['a', 'b']);
    expect(isWidened).toBe(false);
    expect(effort.simulations).toBe(1 + 1);
  });

  it('takes the commands of the first method that finds some: empty nodes before drifted ones', () => {
    const snapshot = at.withNodes(
      node('empty'),
      node('old', 1).withClaim(drifted),
      node('kept').with({ doNotDisrupt: 'true' }),
    );
    const { methods, removed, blocked } = evaluated(snapshot.build());
    expect(methods).toEqual(['Emptiness']);
    expect(removed).toEqual(['empty']);
    expect(blocked).toEqual([
      ['kept', 'NODE_DO_NOT_DISRUPT'],
      ['old', 'NOT_EVALUATED_YET'],
    ]);
  });

  it('takes drifted nodes before underutilized ones', () => {
    const snapshot = at.withNodes(node('old', 1).withClaim(drifted), node('busy', 1));
    expect(evaluated(snapshot.build())).toMatchObject({ methods: ['Drift'], removed: ['old'] });
  });

  it('lists blockers by node name, and each code of a node once', () => {
    const rejections = (['Empty', 'Drifted'] as const).map((reason) => ({
      decisionId: `dec_${reason}`,
      reason,
      at: 1,
      until: 200_000,
      savingMicroUsdPerHour: null,
    }));
    const snapshot = at.withNodes(
      node('b').withClaim({ ...drifted, rejections }),
      node('a', 4).with({ doNotDisrupt: 'true' }),
    );
    const { blocked } = evaluated(snapshot.build());
    // Both rejections of `b` hold.
    expect(blocked).toEqual([
      ['a', 'NODE_DO_NOT_DISRUPT'],
      ['b', 'REJECTED'],
    ]);
  });

  it('counts for each reason the nodes that may be disrupted', () => {
    const snapshot = at.withNodes(node('e', 0), node('d', 1).withClaim(drifted), node('u', 1));
    const { plan } = evaluated(snapshot.build());
    expect(Object.fromEntries(plan.eligible.map(({ reason, nodes }) => [reason, nodes]))).toEqual({
      Empty: 1,
      Drifted: 1,
      Underutilized: 2,
      Unhealthy: 0,
    });
  });

  it('remembers which NodeClaims were simulated, and forgets those that are gone', () => {
    // Neither node can be removed: each is full, and no type is cheaper.
    const snapshot = at.withNodes(node('a', 4), node('b', 4)).build();
    const first = evaluated(snapshot).plan;
    expect(first.commands).toEqual([]);
    expect(first.cursor).toMatchObject({
      evaluations: 1,
      lastByClaim: {
        'claim-of-a': { evaluation: 1, at: 100_000 },
        'claim-of-b': { evaluation: 1, at: 100_000 },
      },
    });
    const second = evaluated(at.withNodes(node('b', 4)).build(), first.cursor).plan;
    expect(Object.keys(second.cursor.lastByClaim)).toEqual(['claim-of-b']);
    expect(second.cursor.evaluations).toBe(2);
  });

  it('reports the budgets of every NodePool', () => {
    const snapshot = at.withNodePools(aNodePool('x').withBudget('1'), aNodePool('y')).build();
    const names = new Set(evaluated(snapshot).plan.budgets.map(({ nodePool }) => nodePool));
    expect(names).toEqual(new Set(['x', 'y']));
  });

  it('returns a frozen plan', () => {
    const { plan } = evaluated(at.withNodes(node('e')).build());
    expect(Object.isFrozen(plan)).toBe(true);
    expect(Object.isFrozen(plan.commands[0]?.candidates[0])).toBe(true);
  });
});
