import { aPod } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { BoundPod } from '../model/pod.js';
import { inOrderOfSurplus, type SurplusNode } from './surplus-order.js';

const node = (id: string, ...pods: readonly BoundPod[]): SurplusNode => ({
  id,
  isLaunched: true,
  doNotDisrupt: null,
  pods,
});
const web = aPod('web').running();
const order = (...nodes: readonly SurplusNode[]): readonly string[] =>
  inOrderOfSurplus(nodes, 1_000).map(({ id }) => id);

describe('surplus nodes of a static NodePool', () => {
  it('are sorted: not launched, empty, unprotected, protected', () => {
    expect(
      order(
        node('protected', aPod('p').running({ doNotDisrupt: 'true' })),
        node('busy', web),
        node('empty'),
        { ...node('requested'), isLaunched: false },
      ),
    ).toEqual(['requested', 'empty', 'busy', 'protected']);
  });

  it('count as empty if they have only daemons and terminal pods', () => {
    const daemon = aPod('logs').running({ ownerKind: 'DaemonSet' });
    const ended = aPod('job').running({ isTerminal: true });
    expect(order(node('busy', web), node('quiet', daemon, ended))).toEqual(['quiet', 'busy']);
  });

  it('are sorted by disruption cost, lowest first', () => {
    const expensive = aPod('expensive').running({ deletionCost: 2 ** 27 });
    const cheap = aPod('cheap').running({ deletionCost: -(2 ** 27) });
    expect(
      order(node('expensive', expensive), node('two', web, aPod('b').running()), node('c', cheap)),
    ).toEqual(['c', 'two', 'expensive']);
  });

  it('are protected by their own annotation too, until it expires', () => {
    const over = aPod('p').running({ doNotDisrupt: '1s', startedAt: 0 });
    const still = aPod('p').running({ doNotDisrupt: '2s', startedAt: 0 });
    expect(
      order(
        { ...node('protected'), doNotDisrupt: 'true' },
        node('still', still),
        node('over', over),
        node('busy', web),
      ),
    ).toEqual(['over', 'busy', 'protected', 'still']);
  });

  it('are sorted by age among equals, youngest first', () => {
    expect(order(node('ncl_1'), node('ncl_3'), node('ncl_2'))).toEqual(['ncl_3', 'ncl_2', 'ncl_1']);
  });
});
