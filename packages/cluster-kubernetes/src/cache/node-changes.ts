import { isDeepStrictEqual } from 'node:util';
import type { NodeEvent, ObservedNode } from '@kerf/application';
import type { RowChange } from './object-table.js';

/** Returns the kind of a node's change for use cases; `null` if it is not relevant. */
export function toNodeEvent({ before, after }: RowChange<ObservedNode>): NodeEvent | null {
  const node = after ?? before;
  if (node === null || (before !== null && after !== null && isSameForUseCases(before, after)))
    return null;
  return {
    name: node.name,
    providerId: node.providerId,
    isReady: after?.isReady ?? false,
    isGone: after === null,
    deletionRequestedAt: node.deletionRequestedAt,
  };
}

/** Ignores annotations: many controllers write them, and they do not affect a node's life cycle. */
function isSameForUseCases(before: ObservedNode, after: ObservedNode): boolean {
  return isDeepStrictEqual({ ...before, annotations: {} }, { ...after, annotations: {} });
}
