import { isRecord } from '@kerf/core';
import type { Node } from '@kerf/engine';
import type { CachedNode } from '../ports/cluster-cache.js';

/** The node of the last snapshot, by the cached node that it was built from. */
const last = new WeakMap<CachedNode, Node>();

/**
 * Returns the node of the last snapshot if the new one is equal, so that a node keeps its identity
 * until it changes. Digests and transfers of unchanged nodes are not repeated.
 */
export function stableNode(cached: CachedNode, node: Node): Node {
  const known = last.get(cached);
  if (known !== undefined && isSameValue(known, node)) return known;
  last.set(cached, node);
  return node;
}

/** Whether two JSON values are equal; objects that are the same are not compared. */
function isSameValue(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (Array.isArray(left)) {
    return (
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, index) => isSameValue(item, right[index]))
    );
  }
  if (!isRecord(left) || !isRecord(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && isSameValue(left[key], right[key]))
  );
}
