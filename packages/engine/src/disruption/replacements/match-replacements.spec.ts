import { invariant } from '@kerf/core';
import { aNode, aPod, aSnapshot } from '@kerf/testing';
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
