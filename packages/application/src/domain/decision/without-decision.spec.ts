import { aNode, aSnapshot } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { withoutDecision } from './without-decision.js';

const snapshot = aSnapshot()
  .withNodes(
    aNode('a').withClaim({ decisionId: 'dec_1' }),
    aNode('b').withClaim({ decisionId: 'dec_2' }),
    aNode('c').unmanaged(),
  )
  .build();

describe('withoutDecision', () => {
  it('releases the nodes of the decision and no others', () => {
    const { nodes, ...others } = withoutDecision(snapshot, 'dec_1');
    expect(nodes.map(({ nodeClaim }) => nodeClaim?.decisionId)).toEqual([null, 'dec_2', undefined]);
    expect(nodes.slice(1)).toEqual(snapshot.nodes.slice(1));
    const { nodes: _, ...before } = snapshot;
    expect(others).toEqual(before);
  });

  it('does not change the given snapshot', () => {
    withoutDecision(snapshot, 'dec_1');
    expect(snapshot.nodes[0]?.nodeClaim?.decisionId).toBe('dec_1');
  });
});
