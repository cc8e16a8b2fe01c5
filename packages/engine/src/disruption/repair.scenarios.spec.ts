import { aNode, aNodePool, aPod, aSnapshot, type NodeBuilder } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { planDisruption } from './plan-disruption.js';
import { validateCommand } from './validate-command.js';

const pool = aNodePool().withBudget('100%');
const web = aPod('web').requesting({ milliCpu: 1_500 });
const sick = (name: string, dueAt = 50_000): NodeBuilder =>
  aNode(name)
    .unhealthy({ dueAt })
    .running(web.named(`web-${name}`).running());
const clusterOf = (...nodes: readonly NodeBuilder[]) =>
  aSnapshot()
    .at(100_000)
    .withNodePools(pool)
    .withNodes(...nodes);
const planOf = (snapshot: ReturnType<typeof clusterOf>) => planDisruption(snapshot.build());
const namesOf = (snapshot: ReturnType<typeof clusterOf>): readonly string[] =>
  planOf(snapshot).commands.flatMap(({ candidates }) => candidates.map(({ nodeName }) => nodeName));
const codesOf = (
  snapshot: ReturnType<typeof clusterOf>,
  name: string,
): readonly string[] | undefined =>
  planOf(snapshot)
    .blocked.find(({ nodeName }) => nodeName === name)
    ?.reasons.map(({ code }) => code)
    .filter((code) => code !== 'NOT_EVALUATED_YET');

describe('an unhealthy node', () => {
  it('is replaced by a node for its pods, which is launched first', () => {
    const [command, ...others] = planOf(clusterOf(sick('a'))).commands;
    expect(others).toEqual([]);
    expect(command).toMatchObject({
      method: 'Repair',
      reason: 'Unhealthy',
      candidates: [
        {
          nodeName: 'a',
          repair: { condition: 'Ready', status: 'False', since: 0, drainMs: 600_000 },
        },
      ],
      replacements: [{ nodePool: 'default' }],
      moves: [{ pod: 'default/web-a', to: 'claim-0001' }],
      savingMicroUsdPerHour: 0,
    });
  });

  it('is replaced before empty, drifted and underutilized nodes', () => {
    const drifted = aNode('drifted').withClaim({ drifted: 'AMIDrift' });
    const cluster = clusterOf(aNode('empty'), drifted, sick('sick'));
    expect(planOf(cluster).commands.map(({ method }) => method)).toEqual(['Repair']);
    expect(namesOf(cluster)).toEqual(['sick']);
  });

  it('goes before another whose repair is due later', () => {
    expect(namesOf(clusterOf(sick('a', 60_000), sick('b', 40_000)))).toEqual(['b']);
  });

  it('goes before another that is due at the same time if its pods cost less to move', () => {
    const busy = sick('a').running(aPod('api').requesting({ milliCpu: 100 }).running());
    expect(namesOf(clusterOf(busy, sick('b')))).toEqual(['b']);
  });

  it('does not keep others from their repair if its pods fit nowhere', () => {
    const huge = aPod('huge').requesting({ milliCpu: 90_000 }).running();
    const stuck = aNode('a').unhealthy({ dueAt: 1 }).running(huge);
    const cluster = clusterOf(stuck, sick('b'));
    expect(namesOf(cluster)).toEqual(['b']);
    expect(codesOf(cluster, 'a')).toContain('PODS_UNSCHEDULABLE');
  });

  it('does not keep others from their repair while it waits after a failed one', () => {
    const failure = {
      decisionId: 'dec_1',
      reason: 'Unhealthy',
      isFailure: true,
      at: 90_000,
      until: 200_000,
      savingMicroUsdPerHour: null,
    } as const;
    const failed = sick('a', 1).withClaim({ rejections: [failure] });
    const cluster = clusterOf(failed, sick('b'));
    expect(namesOf(cluster)).toEqual(['b']);
    expect(codesOf(cluster, 'a')).toContain('REPAIR_FAILED');
  });

  it('is not repaired for a condition whose repair was rejected, but for a later one', () => {
    const rejection = {
      decisionId: 'dec_1',
      reason: 'Unhealthy',
      at: 90_000,
      until: 200_000,
      savingMicroUsdPerHour: null,
    } as const;
    const rejected = sick('a').withClaim({ rejections: [rejection] });
    expect(namesOf(clusterOf(rejected))).toEqual([]);
    const later = rejected.unhealthy({ since: 90_001 });
    expect(namesOf(clusterOf(later))).toEqual(['a']);
  });

  it('is repaired despite do-not-disrupt of the node and of pods, and PodDisruptionBudgets', () => {
    const kept = sick('a')
      .with({ doNotDisrupt: 'true' })
      .running(aPod('kept').requesting({ milliCpu: 100 }).running({ doNotDisrupt: 'true' }));
    expect(namesOf(clusterOf(kept))).toEqual(['a']);
  });

  it('with do-not-disrupt is left alone by the other methods', () => {
    const kept = aNode('a').unhealthy({ isVetoed: true }).with({ doNotDisrupt: 'true' });
    const cluster = clusterOf(kept);
    expect(namesOf(cluster)).toEqual([]);
    expect(codesOf(cluster, 'a')).toEqual(['NODE_DO_NOT_REPAIR', 'NODE_DO_NOT_DISRUPT']);
  });

  it('is not repaired if its annotation forbids it, and may be consolidated', () => {
    const busy = aNode('busy').running(web.running());
    const vetoed = aNode('a').unhealthy({ isVetoed: true });
    expect(planOf(clusterOf(vetoed, busy)).commands.map(({ method }) => method)).toEqual([
      'Emptiness',
    ]);
    const drifted = sick('a').unhealthy({ isVetoed: true }).withClaim({ drifted: 'AMIDrift' });
    expect(planOf(clusterOf(drifted, busy)).commands.map(({ method }) => method)).toEqual([
      'Drift',
    ]);
  });

  it('is not repaired while all disruption of its NodePool is paused', () => {
    const pause = {
      pauseId: 'pau_1',
      scope: 'Cluster',
      reason: 'incident',
      owner: 'ada',
      until: null,
    } as const;
    const paused = (stops: 'Consolidation' | 'Disruption') =>
      clusterOf(sick('a')).withNodePools(pool.with({ pauses: [{ ...pause, stops }] }));
    expect(namesOf(paused('Disruption'))).toEqual([]);
    expect(codesOf(paused('Disruption'), 'a')).toEqual(['DISRUPTION_PAUSED']);
    expect(namesOf(paused('Consolidation'))).toEqual(['a']);
  });

  it('is not repaired while too many nodes of its NodePool are unhealthy, and keeps no other from it', () => {
    const halted = { unhealthy: 3, nodes: 10 };
    const other = aNodePool('other').withBudget('100%');
    const cluster = clusterOf(
      sick('a', 1).unhealthy({ dueAt: 1, halted }),
      sick('b').inPool('other'),
    ).withNodePools(pool, other);
    expect(namesOf(cluster)).toEqual(['b']);
    expect(planOf(cluster).blocked).toContainEqual({
      nodeName: 'a',
      reasons: [{ code: 'MANY_UNHEALTHY', nodePool: 'default', ...halted }],
    });
  });

  it('of a static NodePool is replaced by a node of the NodePool', () => {
    const fixed = pool.withReplicas(1).limitedTo({ nodes: 2 }, { nodes: 1 });
    const cluster = clusterOf(sick('a')).withNodePools(fixed);
    expect(planOf(cluster).commands).toMatchObject([
      { method: 'StaticRepair', reason: 'Unhealthy', candidates: [{ repair: {} }] },
    ]);
  });
});

describe('the budget for repair', () => {
  const ten = Array.from({ length: 10 }, (_, index) => `n${index}`);
  const budgetOf = (nodePool = aNodePool(), sickNodes = 4) =>
    planOf(
      clusterOf(
        ...ten.map((name, index) => (index < sickNodes ? sick(name) : aNode(name))),
      ).withNodePools(nodePool),
    ).budgets.find(({ reason }) => reason === 'Unhealthy');

  it('is the default budget of the NodePool, of which nodes that are not ready use nothing', () => {
    expect(budgetOf()).toMatchObject({ nodes: 10, disrupting: 0, allowed: 1, limitingBudget: 0 });
  });

  it('is 10% if all budgets are for other reasons', () => {
    const others = aNodePool().withBudget('0', { reasons: ['Empty', 'Underutilized', 'Drifted'] });
    expect(budgetOf(others)).toMatchObject({ allowed: 1, limitingBudget: null });
    const own = others.andBudget('5', { reasons: ['Unhealthy'] });
    expect(budgetOf(own)).toMatchObject({ allowed: 5, limitingBudget: 1 });
  });

  it('of 0 forbids every repair in the NodePool', () => {
    const none = aNodePool()
      .withBudget('100%')
      .andBudget('0', { reasons: ['Unhealthy'] });
    const cluster = clusterOf(sick('a')).withNodePools(none);
    expect(namesOf(cluster)).toEqual([]);
    expect(codesOf(cluster, 'a')).toContain('BUDGET_EXHAUSTED');
  });

  it('leaves those of the other reasons as they are: nodes that are not ready use them', () => {
    const budgets = planOf(clusterOf(sick('a'), ...ten.map((name) => aNode(name)))).budgets;
    expect(budgets.map(({ reason, disrupting }) => `${reason} ${disrupting}`)).toEqual([
      'Empty 1',
      'Underutilized 1',
      'Drifted 1',
      'Unhealthy 0',
    ]);
  });
});

describe('a repair that is validated', () => {
  const [command] = planOf(clusterOf(sick('a'))).commands;

  it('is valid while the node is unhealthy', () => {
    expect(command && validateCommand(clusterOf(sick('a')).build(), command).kind).toBe('Valid');
  });

  it('is not valid once the node has recovered, its annotation forbids the repair, or many others are unhealthy', () => {
    const reasonOf = (node: NodeBuilder) => {
      const result = command && validateCommand(clusterOf(node).build(), command);
      return result?.kind === 'Invalid' ? result.dropped[0]?.reasons : result;
    };
    const recovered = aNode('a').running(web.running());
    expect(reasonOf(recovered)).toEqual([
      { code: 'REASON_NO_LONGER_APPLIES', reason: 'Unhealthy' },
    ]);
    expect(reasonOf(sick('a').unhealthy({ isVetoed: true }))).toEqual([
      { code: 'NODE_DO_NOT_REPAIR' },
    ]);
    const halted = { unhealthy: 3, nodes: 10 };
    expect(reasonOf(sick('a').unhealthy({ halted }))).toEqual([
      { code: 'MANY_UNHEALTHY', nodePool: 'default', ...halted },
    ]);
  });
});

describe('an unhealthy node that a reboot may heal', () => {
  const faulty = (name: string, dueAt = 50_000) =>
    aNode(name)
      .unhealthy({ dueAt, action: 'Reboot', condition: 'AcceleratedHardwareReady' })
      .running(web.named(`web-${name}`).running());

  it('is rebooted: its pods return to it, and nothing is launched', () => {
    const cluster = clusterOf(faulty('a'));
    const [command] = planOf(cluster).commands;
    expect(command).toMatchObject({
      method: 'Repair',
      reason: 'Unhealthy',
      candidates: [{ nodeName: 'a', repair: { action: 'Reboot' } }],
      replacements: [],
      moves: [{ pod: 'default/web-a', from: 'a', to: 'a' }],
      savingMicroUsdPerHour: 0,
    });
    expect(command && validateCommand(cluster.build(), command)).toEqual({
      kind: 'Valid',
      command,
    });
  });

  it('is rebooted although its pods fit nowhere else, and its NodePool is static', () => {
    const huge = aPod('huge').requesting({ milliCpu: 1_000_000 });
    const node = faulty('a').running(huge.running());
    const cluster = clusterOf(node).withNodePools(pool.withReplicas(1));
    expect(planOf(cluster).commands).toMatchObject([
      { method: 'Repair', candidates: [{ repair: { action: 'Reboot' } }] },
    ]);
  });

  it('takes its turn among nodes that are replaced', () => {
    expect(namesOf(clusterOf(faulty('a', 60_000), sick('b', 40_000)))).toEqual(['b']);
    expect(namesOf(clusterOf(faulty('a', 40_000), sick('b', 60_000)))).toEqual(['a']);
  });

  it('waits for the budget, which nodes that reboot use', () => {
    const one = aNodePool().withBudget('1');
    const rebooting = aNode('b').with({ isRebooting: true, isInitialized: false });
    const cluster = clusterOf(faulty('a'), rebooting).withNodePools(one);
    expect(codesOf(cluster, 'a')).toContain('BUDGET_EXHAUSTED');
    expect(planOf(cluster).budgets.find(({ reason }) => reason === 'Drifted')).toMatchObject({
      nodes: 2,
      disrupting: 2,
    });
    expect(namesOf(clusterOf(faulty('a'), aNode('b').with({ isInitialized: false })))).toEqual([
      'a',
    ]);
  });

  it('stays with the annotation do-not-repair, or while many nodes are unhealthy', () => {
    const vetoed = aNode('a').unhealthy({ action: 'Reboot', isVetoed: true });
    expect(codesOf(clusterOf(vetoed), 'a')).toContain('NODE_DO_NOT_REPAIR');
    expect(namesOf(clusterOf(vetoed))).toEqual([]);
    const halted = aNode('a').unhealthy({ action: 'Reboot', halted: { unhealthy: 2, nodes: 3 } });
    expect(codesOf(clusterOf(halted), 'a')).toContain('MANY_UNHEALTHY');
    expect(namesOf(clusterOf(halted))).toEqual([]);
  });

  it('is planned anew if it has to be replaced by the time of the validation, and the reverse', () => {
    const [reboot] = planOf(clusterOf(faulty('a'))).commands;
    const [removal] = planOf(clusterOf(aNode('a').unhealthy())).commands;
    const verdict = { kind: 'Invalid', dropped: [] };
    // Without pods, the replacement launches nothing either.
    const asReplacement = clusterOf(aNode('a').unhealthy()).build();
    expect(reboot && validateCommand(asReplacement, reboot)).toEqual(verdict);
    const asReboot = clusterOf(aNode('a').unhealthy({ action: 'Reboot' })).build();
    expect(removal && validateCommand(asReboot, removal)).toEqual(verdict);
  });
});
