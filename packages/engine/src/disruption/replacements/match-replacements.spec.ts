import { invariant } from '@kerf/core';
import { aNode, aPod, aSnapshot } from '@kerf/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Command, PodMove } from '../../model/command.js';
import type { PlannedNodeClaim } from '../../model/scheduling-result.js';
import { planDisruption } from '../plan-disruption.js';
import { matchReplacements } from './match-replacements.js';

const snapshot = aSnapshot().withNodes(
  aNode('old')
    .withClaim({ drifted: 'AMIDrift', driftedAt: 1 })
    .running(aPod('web').requesting({ milliCpu: 500 }).running()),
);
const [planned] = planDisruption(snapshot.build()).commands[0]?.replacements ?? [];
invariant(planned !== undefined, 'the drifted node has a replacement');
const [anyOption] = planned.instanceTypes;
invariant(anyOption !== undefined, 'a replacement has a type');

const claim = (id: string, ...types: readonly string[]): PlannedNodeClaim => ({
  ...planned,
  id,
  instanceTypes: types.map((name) => ({ ...anyOption, name })),
});
const move = (podUid: string, to: string): PodMove => ({ podUid, pod: podUid, from: 'old', to });
type Plan = Pick<Command, 'replacements' | 'moves'>;

describe('the replacements of a command', () => {
  it('stand for the nodes of a later plan that get most of their pods', () => {
    const command: Plan = {
      replacements: [claim('1', 'm'), claim('2', 'm')],
      moves: [move('a', '1'), move('b', '1'), move('c', '2')],
    };
    const plan: Plan = {
      replacements: [claim('x', 'm'), claim('y', 'm')],
      moves: [move('a', 'y'), move('b', 'y'), move('c', 'x')],
    };
    expect(matchReplacements(command, plan)).toEqual(
      new Map([
        ['y', '1'],
        ['x', '2'],
      ]),
    );
  });

  it('leave nodes that fewer types fit on to those that have no other', () => {
    const command: Plan = {
      replacements: [claim('1', 'l'), claim('2', 's', 'l')],
      moves: [move('a', '1')],
    };
    const plan: Plan = {
      replacements: [claim('x', 's', 'l'), claim('y', 'l')],
      moves: [move('a', 'x')],
    };
    expect(matchReplacements(command, plan)).toEqual(
      new Map([
        ['x', '2'],
        ['y', '1'],
      ]),
    );
  });

  it('give up the node with their pods, if another replacement fits on no other', () => {
    const command: Plan = {
      replacements: [claim('1', 'a'), claim('2', 'b'), claim('3', 'c')],
      moves: [move('p', '1'), move('q', '2')],
    };
    // The third replacement fits on `y` and `z`, which have the pods of the others.
    const plan: Plan = {
      replacements: [claim('x', 'a', 'b'), claim('y', 'a', 'c'), claim('z', 'b', 'c')],
      moves: [move('p', 'y'), move('q', 'z')],
    };
    expect(matchReplacements(command, plan)).toEqual(
      new Map([
        ['x', '1'],
        ['y', '3'],
        ['z', '2'],
      ]),
    );
  });

  it('are found whenever each has a node of its own', () => {
    const type: fc.Arbitrary<string> = fc.constantFrom('a', 'b', 'c');
    const cases = fc.record({
      own: fc.array(type, { minLength: 3, maxLength: 3 }),
      inPlan: fc.array(fc.uniqueArray(type, { minLength: 1 }), { minLength: 3, maxLength: 3 }),
      pods: fc.array(fc.tuple(fc.nat(2), fc.nat(2)), { maxLength: 5 }),
    });
    fc.assert(
      fc.property(cases, ({ own, inPlan, pods }) => {
        const command: Plan = {
          replacements: own.map((name, index) => claim(`c${index}`, name)),
          moves: pods.map(([replacement], pod) => move(`p${pod}`, `c${replacement}`)),
        };
        const plan: Plan = {
          replacements: inPlan.map((names, index) => claim(`n${index}`, ...names)),
          moves: pods.map(([, node], pod) => move(`p${pod}`, `n${node}`)),
        };
        const orders = [
          [0, 1, 2],
          [0, 2, 1],
          [1, 0, 2],
          [1, 2, 0],
          [2, 0, 1],
          [2, 1, 0],
        ];
        const isPossible = orders.some((nodes) =>
          nodes.every((node, index) => inPlan[node]?.includes(own[index] ?? '')),
        );
        const found = matchReplacements(command, plan);
        expect(found !== null).toBe(isPossible);
        for (const [node, replacement] of found ?? [])
          expect(inPlan[Number(node.slice(1))]).toContain(own[Number(replacement.slice(1))]);
        expect(new Set(found?.values()).size).toBe(isPossible ? 3 : 0);
      }),
      { seed: 20_261_127, numRuns: 300 },
    );
  });

  it('stand for none if the number, the types or the NodePool differ', () => {
    const command: Plan = { replacements: [claim('1', 's', 'm')], moves: [] };
    const plans: readonly (readonly PlannedNodeClaim[])[] = [
      [],
      [claim('x', 's', 'm'), claim('y', 's', 'm')],
      [claim('x', 's')],
      [{ ...claim('x', 's', 'm'), nodePool: 'other' }],
    ];
    for (const replacements of plans) {
      expect(matchReplacements(command, { replacements, moves: [] })).toBeNull();
    }
  });
});
