import type { DecisionId } from '@kerf/core';
import type { ClusterSnapshot } from '@kerf/engine';

/**
 * Returns the snapshot for a new evaluation of a decision, in which its own nodes do not count as
 * held by it.
 */
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
