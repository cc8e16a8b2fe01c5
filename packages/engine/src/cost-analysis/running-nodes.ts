import type { PricedNode, RunningNodes } from '../bound/running-bound.js';
import { priceOf } from '../disruption/candidate.js';
import { isReschedulable } from '../drainability/pod-state.js';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { Node } from '../model/node.js';

/** Returns Kerf's nodes with a known price, and the others. */
export function runningNodes({
  nodes,
}: ClusterSnapshot): RunningNodes & { readonly unpriced: number } {
  const priced: PricedNode[] = [];
  const others: Node[] = [];
  for (const node of nodes) {
    const price = priceOf({ node });
    if (node.nodeClaim === null || price === null) others.push(node);
    else {
      priced.push({
        node,
        priceMicroUsdPerHour: price,
        pods: node.pods.filter(isReschedulable),
      });
    }
  }
  const unpriced = others.filter(({ nodeClaim }) => nodeClaim !== null).length;
  return { priced, others, unpriced };
}
