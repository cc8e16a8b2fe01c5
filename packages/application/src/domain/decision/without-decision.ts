import type { DecisionId } from '@kerf/core';
import type { ClusterSnapshot } from '@kerf/engine';

/** The same snapshot for a second look at a decision, which does not stand in its own way. */
export function withoutDecision(snapshot: ClusterSnapshot, id: DecisionId): ClusterSnapshot {
  return {
    ...snapshot,
    nodes: snapshot.nodes.map((node) =>
      node.nodeClaim?.decisionId === id
        ? { ...node, nodeClaim: { ...node.nodeClaim, decisionId: null } }
        : node,
    ),
  };
}
