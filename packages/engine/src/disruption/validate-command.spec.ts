import { invariant } from '@kerf/core';
import { aNode, aNodePool, aPod, aSnapshot, type NodeBuilder } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { Command } from '../model/command.js';
import { planDisruption } from './plan-disruption.js';
import { validateCommand } from './validate-command.js';

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

  it('moves pods to its own replacements, whatever their ids are in the new evaluation', () => {
    const drifted = aNode('old')
      .withClaim({ drifted: 'AMIDrift', driftedAt: 1 })
      .running(aPod('web').requesting({ milliCpu: 500 }).running());
    const snapshot = cluster(drifted).build();
    const [known] = planDisruption(snapshot).commands;
    invariant(known !== undefined, 'nothing to replace');
    const renamed = {
      ...known,
      replacements: known.replacements.map((one) => ({ ...one, id: 'claim-0003' })),
      moves: known.moves.map((move) => ({ ...move, to: 'claim-0003' })),
    };
    expect(known.replacements).toHaveLength(1);
    expect(validateCommand(snapshot, renamed)).toMatchObject({
      kind: 'Valid',
      command: { replacements: [{ id: 'claim-0003' }], moves: [{ to: 'claim-0003' }] },
    });
  });
});
