import { aNode, aNodePool, aPod, aSnapshot, type NodeBuilder } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { blockersByNode } from './simulated-blockers.js';

const pool = aNodePool().withBudget('100%').consolidatingAfter(0);
const at = aSnapshot().at(100_000).withNodePools(pool);
const busy = (name: string): NodeBuilder =>
  aNode(name).running(aPod(name).requesting({ milliCpu: 500 }).running());
const drifted = { drifted: 'AMIDrift', driftedAt: 1 };

/** Returns the blockers of all nodes as `code reasons until`. */
function blockersOf(snapshot: typeof at, ...names: readonly string[]) {
  const blockers = blockersByNode(snapshot.build(), new Set(names));
  return Object.fromEntries(
    [...blockers].map(([name, list]) => [
      name,
      list.map(({ block, disruptionReasons, until }) =>
        [block.code, disruptionReasons.join('+') || 'all', until ?? 'open'].join(' '),
      ),
    ]),
  );
}

describe('blockersByNode', () => {
  it('has an empty list for a node that nothing blocks', () => {
    expect(blockersOf(at.withNodes(busy('a')), 'a')).toEqual({ a: [] });
  });

  it('has only the nodes that are named, and no entry for unknown ones', () => {
    const snapshot = at.withNodes(busy('a'), busy('b'), aNode('c').terminating());
    expect(blockersOf(snapshot, 'b', 'gone')).toEqual({ b: [] });
    expect(blockersOf(snapshot)).toEqual({});
  });

  it('lists blockers of the node for all reasons', () => {
    const node = busy('a').nominatedUntil(150_000).with({ doNotDisrupt: 'true' });
    expect(blockersOf(at.withNodes(node), 'a')).toEqual({
      a: ['NOMINATED all 150000', 'NODE_DO_NOT_DISRUPT all open'],
    });
  });

  it('lists blockers of a method for its reason, with their end', () => {
    const waiting = at
      .withNodePools(pool.consolidatingAfter(60_000))
      .withNodes(busy('a').withClaim({ ...drifted, lastPodEventAt: 90_000 }));
    // It may be replaced for its drift.
    expect(blockersOf(waiting, 'a')).toEqual({
      a: ['CONSOLIDATE_AFTER Underutilized 150000'],
    });
  });

  it('joins the reasons that have the same blocker', () => {
    const blocking = aPod('db').running({ doNotDisrupt: 'true' });
    const snapshot = at.withNodes(aNode('a').running(blocking).withClaim(drifted));
    const [blockers] = Object.values(blockersOf(snapshot, 'a'));
    expect(blockers).toHaveLength(1);
    expect(blockers?.[0]).toMatch(/ (Underutilized\+Drifted|Drifted\+Underutilized) /);
  });

  it('counts the budgets of the nodes together, in the order of their names', () => {
    const snapshot = at
      .withNodePools(pool.withBudget('1', { changesAt: 160_000 }))
      .withNodes(busy('b'), busy('a'), busy('c'));
    expect(blockersOf(snapshot, 'c', 'b')).toEqual({
      b: [],
      c: ['BUDGET_EXHAUSTED Underutilized 160000'],
    });
  });

  it('counts a budget only for the reasons that apply to a node', () => {
    const snapshot = at
      .withNodePools(pool.withBudget('0', { reasons: ['Empty'] }))
      .withNodes(busy('a'), aNode('b'));
    expect(blockersOf(snapshot, 'a', 'b')).toEqual({
      a: [],
      b: ['BUDGET_EXHAUSTED Empty open'],
    });
  });
});
