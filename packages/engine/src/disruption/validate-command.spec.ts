import { invariant } from '@kerf/core';
import { aNode, aNodePool, anInstanceType, aPod, aSnapshot, type NodeBuilder } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { Command } from '../model/command.js';
import { planDisruption } from './plan-disruption.js';
import { replanCommand, validateCommand } from './validate-command.js';

const nodePool = aNodePool().withBudget('100%');
const empty = ['a', 'b', 'c'].map((name) => aNode(name));
const cluster = (...nodes: readonly NodeBuilder[]) =>
  aSnapshot()
    .withNodePools(nodePool)
    .withNodes(...nodes);

function commandOf(nodes: readonly NodeBuilder[]): Command {
  const [command] = planDisruption(cluster(...nodes).build()).commands;
  invariant(command !== undefined, 'nothing to delete');
  return command;
}

const command = commandOf(empty);
const bound = { costMicroUsdPerHour: 9, mostSavingMicroUsdPerHour: 8, gapRatio: 7 };

/** A drifted node with pods of these milli-CPUs; one node of the type `t2` holds 1,900. */
const drifted = (...milliCpus: readonly number[]): NodeBuilder =>
  aNode('old')
    .withClaim({ drifted: 'AMIDrift', driftedAt: 1 })
    .running(
      ...milliCpus.map((milliCpu, index) =>
        aPod(`web-${index}`).requesting({ milliCpu }).running(),
      ),
    );
/** A cluster of one drifted node that is replaced by nodes of one type. */
const driftedCluster = (type: string, ...milliCpus: readonly number[]) =>
  cluster(drifted(...milliCpus))
    .withInstanceTypes(anInstanceType(type))
    .build();
const [replacing] = planDisruption(driftedCluster('t2', 500)).commands;
invariant(replacing !== undefined, 'the drifted node is replaced');

describe('the validation of a command', () => {
  it('succeeds if nothing has changed', () => {
    expect(validateCommand(cluster(...empty).build(), command)).toEqual({ kind: 'Valid', command });
  });

  it('succeeds with the current prices', () => {
    const nodes = empty.map((node) => node.launchedAs('t2', 'zone-a', 'on-demand', 7));
    expect(validateCommand(cluster(...nodes).build(), command)).toMatchObject({
      kind: 'Valid',
      command: { savingMicroUsdPerHour: 21 },
    });
  });

  it('reduces the command to nodes that still exist and are still empty', () => {
    const [a = aNode('a')] = empty;
    const snapshot = cluster(a, aNode('b').running(aPod().running()), aNode('z'));
    expect(validateCommand(snapshot.build(), command)).toMatchObject({
      kind: 'Reduced',
      command: { candidates: [{ nodeName: 'a' }], savingMicroUsdPerHour: 100_000 },
      dropped: [
        { nodeName: 'b', reasons: [{ code: 'NOT_EMPTY', pods: 1 }] },
        { nodeName: 'c', reasons: [{ code: 'TERMINATING' }] },
      ],
    });
  });

  it('reduces the command to what the budgets still allow', () => {
    const snapshot = cluster(...empty).withNodePools(aNodePool().withBudget('1'));
    const validation = validateCommand(snapshot.build(), command);
    expect(validation).toMatchObject({
      kind: 'Reduced',
      command: { candidates: [{ nodeName: 'a' }] },
      dropped: [
        { nodeName: 'b', reasons: [{ code: 'BUDGET_EXHAUSTED', allowed: 1 }] },
        { nodeName: 'c', reasons: [{ code: 'BUDGET_EXHAUSTED', allowed: 1 }] },
      ],
    });
  });

  it('fails if no node is left', () => {
    const nodes = empty.map((node) => node.nominatedUntil(5_000));
    expect(validateCommand(cluster(...nodes).build(), command)).toEqual({
      kind: 'Invalid',
      dropped: ['a', 'b', 'c'].map((nodeName) => ({
        nodeName,
        reasons: [{ code: 'NOMINATED', until: 5_000 }],
      })),
    });
  });

  it('drops the nodes of a NodePool that was deleted', () => {
    const other = cluster(...empty).withNodePools(aNodePool('other'));
    expect(validateCommand(other.build(), command)).toEqual({
      kind: 'Invalid',
      dropped: ['a', 'b', 'c'].map((nodeName) => ({
        nodeName,
        reasons: [{ code: 'NODE_POOL_UNKNOWN', nodePool: 'default' }],
      })),
    });
  });

  it('drops a node if another one has its name', () => {
    const nodes = empty.map((node) => node.withClaim({ id: 'another' }));
    expect(validateCommand(cluster(...nodes).build(), command)).toMatchObject({
      kind: 'Invalid',
      dropped: [{ reasons: [{ code: 'TERMINATING' }] }, {}, {}],
    });
  });

  it('drops a node that another decision holds', () => {
    const [a = aNode('a')] = empty;
    const ofOtherDecision = a.terminating().withClaim({ decisionId: 'dec_2' });
    expect(validateCommand(cluster(ofOtherDecision).build(), commandOf([a]))).toMatchObject({
      kind: 'Invalid',
      dropped: [{ nodeName: 'a', reasons: [{ code: 'IN_DECISION', decisionId: 'dec_2' }] }],
    });
  });

  it('lists dropped nodes by name, whatever the order of the command', () => {
    // The most expensive node comes first in the command.
    const nodes = ['a', 'b', 'c'].map((name, index) =>
      aNode(name).launchedAs('t2', 'zone-a', 'on-demand', index),
    );
    const ordered = commandOf(nodes);
    expect(ordered.candidates.map(({ nodeName }) => nodeName)).toEqual(['c', 'b', 'a']);
    const { kind, ...rest } = validateCommand(cluster().build(), ordered);
    expect(kind).toBe('Invalid');
    expect(rest).toMatchObject({
      dropped: [{ nodeName: 'a' }, { nodeName: 'b' }, { nodeName: 'c' }],
    });
    const [a = aNode('a'), , c = aNode('c')] = nodes;
    expect(validateCommand(cluster(a, c.nominatedUntil(5_000)).build(), ordered)).toMatchObject({
      kind: 'Reduced',
      command: { candidates: [{ nodeName: 'a' }] },
      dropped: [{ nodeName: 'b' }, { nodeName: 'c' }],
    });
  });

  it('keeps the bound of the evaluation which proposed the command', () => {
    expect(validateCommand(cluster(...empty).build(), { ...command, bound })).toEqual({
      kind: 'Valid',
      command: { ...command, bound },
    });
    expect(validateCommand(driftedCluster('t2', 500), { ...replacing, bound })).toEqual({
      kind: 'Valid',
      command: { ...replacing, bound },
    });
    expect(validateCommand(driftedCluster('t2', 500), replacing)).not.toHaveProperty(
      'command.bound',
    );
  });

  it('has no bound if a node has another price now, which the bound does not know', () => {
    const [a = aNode('a'), b = aNode('b'), c = aNode('c')] = empty;
    // The sum stays the same.
    const nodes = [a.launchedAs('t2', 'zone-a', 'on-demand', 99_999), b];
    nodes.push(c.launchedAs('t2', 'zone-a', 'on-demand', 100_001));
    const validation = validateCommand(cluster(...nodes).build(), { ...command, bound });
    expect(validation).toMatchObject({
      kind: 'Valid',
      command: { savingMicroUsdPerHour: 300_000 },
    });
    expect(validation).not.toHaveProperty('command.bound');
    const repriced = cluster(drifted(500).launchedAs('t2', 'zone-a', 'on-demand', 130_000))
      .withInstanceTypes(anInstanceType('t2'))
      .build();
    const replaced = validateCommand(repriced, { ...replacing, bound });
    expect(replaced).toMatchObject({ kind: 'Valid' });
    expect(replaced).not.toHaveProperty('command.bound');
  });

  it('moves pods to its own replacements, whatever their ids are in the new evaluation', () => {
    const renamed = {
      ...replacing,
      replacements: replacing.replacements.map((one) => ({ ...one, id: 'claim-0003' })),
      moves: replacing.moves.map((move) => ({ ...move, to: 'claim-0003' })),
    };
    expect(replacing.replacements).toHaveLength(1);
    expect(validateCommand(driftedCluster('t2', 500), renamed)).toMatchObject({
      kind: 'Valid',
      command: { replacements: [{ id: 'claim-0003' }], moves: [{ to: 'claim-0003' }] },
    });
  });

  it('saves the current price of the node less that of the approved replacement', () => {
    const snapshot = cluster(drifted(500).launchedAs('t2', 'zone-a', 'on-demand', 130_000))
      .withInstanceTypes(anInstanceType('t2').offeredAt({ microUsdPerHour: 20_000 }))
      .build();
    expect(validateCommand(snapshot, replacing)).toMatchObject({
      kind: 'Valid',
      command: {
        replacements: [{ expected: { priceMicroUsdPerHour: 100_000 } }],
        savingMicroUsdPerHour: 30_000,
      },
    });
  });

  it('still moves pods to a node that stays, if the plan has it', () => {
    const spare = aNode('spare').running(aPod('busy').requesting({ milliCpu: 1_000 }).running());
    const snapshot = cluster(drifted(800, 1_900), spare)
      .withInstanceTypes(anInstanceType('t2'))
      .build();
    const [both] = planDisruption(snapshot).commands;
    expect(both && validateCommand(snapshot, both)).toEqual({ kind: 'Valid', command: both });
    expect(both?.moves.map(({ to }) => to)).toEqual(['spare', 'claim-0001']);
  });

  it.each([
    ['its replacement has another type now', driftedCluster('other', 500), replacing],
    ['its pods need one more node', driftedCluster('t2', 500, 1_900), replacing],
    ['its pods need no node any more', driftedCluster('t2'), replacing],
    [
      'its pods need a node now',
      driftedCluster('t2', 500),
      { ...replacing, replacements: [], moves: [] },
    ],
  ])('fails without a blocker of a node if %s', (_change, snapshot, known) => {
    expect(validateCommand(snapshot, known)).toEqual({ kind: 'Invalid', dropped: [] });
  });

  it('still removes a node that was to be consolidated and has lost its pods', () => {
    const cheap = anInstanceType('cheap').offeredAt({ microUsdPerHour: 20_000 });
    const of = (...nodes: readonly NodeBuilder[]) =>
      cluster(...nodes)
        .withInstanceTypes(cheap)
        .build();
    const busy = (name: string) =>
      aNode(name).running(aPod(name).requesting({ milliCpu: 400 }).running());
    const [known] = planDisruption(of(busy('a'), busy('b'))).commands;
    expect(known).toMatchObject({ method: 'MultiNodeConsolidation', replacements: [{}] });
    expect(known && validateCommand(of(aNode('a'), busy('b')), known)).toMatchObject({
      kind: 'Valid',
      command: {
        candidates: [{ nodeName: 'a' }, { nodeName: 'b' }],
        replacements: known?.replacements,
        moves: [{ from: 'b' }],
        savingMicroUsdPerHour: 180_000,
      },
    });
    const whenEmpty = of(aNode('a'), aNode('b'));
    expect(known && replanCommand(whenEmpty, known)).toMatchObject({
      kind: 'Valid',
      command: { replacements: [], moves: [], savingMicroUsdPerHour: 200_000 },
    });
  });

  it('keeps the approved types although a cheaper one fits the remaining pods', () => {
    const pod = (name: string) => aPod(name).requesting({ milliCpu: 900 }).running();
    const of = (...podsOfB: readonly string[]) =>
      cluster(
        aNode('a').launchedAs('t2', 'zone-a', 'on-demand', 100_000).running(pod('web-0')),
        aNode('b')
          .launchedAs('t8', 'zone-a', 'on-demand', 400_000)
          .withCapacityOf(anInstanceType('t8').with({ milliCpu: 8_000 }).build())
          .running(...podsOfB.map(pod)),
      ).build();
    const [known] = planDisruption(of('web-1', 'web-2')).commands;
    expect(known).toMatchObject({
      method: 'MultiNodeConsolidation',
      replacements: [{ instanceTypes: [{ name: 't4' }] }],
    });
    // The pods fit on a node like `a` now, and nothing is cheaper than that.
    expect(known && validateCommand(of('web-1'), known)).toMatchObject({
      kind: 'Valid',
      command: {
        replacements: [{ instanceTypes: [{ name: 't4' }] }],
        moves: [{ from: 'b' }, { from: 'a' }],
        savingMicroUsdPerHour: 300_000,
      },
    });
  });

  it('fails if one of several nodes with replacements does not qualify any more', () => {
    const cheap = anInstanceType('cheap').offeredAt({ microUsdPerHour: 20_000 });
    const busy = ['a', 'b', 'c'].map((name) =>
      aNode(name).running(aPod(name).requesting({ milliCpu: 400 }).running()),
    );
    const of = (nodes: readonly NodeBuilder[]) =>
      cluster(...nodes)
        .withInstanceTypes(cheap)
        .build();
    const [known] = planDisruption(of(busy)).commands;
    invariant(known !== undefined, 'one cheap node replaces all');
    expect(known).toMatchObject({ candidates: [{}, {}, {}], replacements: [{}] });
    // The replacement would hold the pods of the others, and save less.
    expect(validateCommand(of(busy.slice(1)), known)).toEqual({
      kind: 'Invalid',
      dropped: [{ nodeName: 'a', reasons: [{ code: 'TERMINATING' }] }],
    });
  });
});

describe('a command that is planned anew', () => {
  const cheap = anInstanceType('cheap').offeredAt({ microUsdPerHour: 20_000 });
  const busy = ['a', 'b'].map((name) =>
    aNode(name).running(aPod(name).requesting({ milliCpu: 400 }).running()),
  );
  const of = (...nodes: readonly NodeBuilder[]) =>
    cluster(...nodes)
      .withInstanceTypes(cheap)
      .build();
  const [both] = planDisruption(of(...busy)).commands;
  invariant(both?.method === 'MultiNodeConsolidation', 'one cheap node replaces both');
  const [first] = both.candidates;
  invariant(first !== undefined, 'it has two nodes');

  it('has the replacements that its nodes need now', () => {
    expect(replanCommand(driftedCluster('other', 500, 1_900), replacing)).toMatchObject({
      kind: 'Valid',
      command: {
        method: 'Drift',
        replacements: [
          { instanceTypes: [{ name: 'other' }] },
          { instanceTypes: [{ name: 'other' }] },
        ],
      },
    });
  });

  it('consolidates a single node if the user has left one', () => {
    expect(replanCommand(of(...busy), both)).toEqual({ kind: 'Valid', command: both });
    expect(replanCommand(of(...busy), { ...both, candidates: [first] })).toMatchObject({
      kind: 'Valid',
      command: {
        method: 'SingleNodeConsolidation',
        candidates: [{ nodeName: 'a' }],
        moves: [{ from: 'a', to: 'b' }],
      },
    });
  });

  it('leaves out nodes that do not qualify any more', () => {
    const [a = aNode('a'), b = aNode('b')] = busy;
    expect(replanCommand(of(a, b.nominatedUntil(5_000)), both)).toMatchObject({
      kind: 'Reduced',
      command: { method: 'MultiNodeConsolidation', candidates: [{ nodeName: 'a' }] },
      dropped: [{ nodeName: 'b', reasons: [{ code: 'NOMINATED' }] }],
    });
  });

  it('is invalid if no node qualifies', () => {
    expect(replanCommand(of(), both)).toEqual({
      kind: 'Invalid',
      dropped: ['a', 'b'].map((nodeName) => ({ nodeName, reasons: [{ code: 'TERMINATING' }] })),
    });
  });
});
