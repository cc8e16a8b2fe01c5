/**
 * Returns kube-scheduler's sentence for a pod without a node:
 * `0/3 nodes are available: 1 Insufficient cpu, 2 node(s) had untolerated taint(s).`
 * @param reasons of each node
 */
export function noNodeAvailable(reasons: readonly (readonly string[])[]): string {
  const counts = new Map<string, number>();
  for (const reason of reasons.flat()) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const tally = [...counts].map(([reason, count]) => `${count} ${reason}`).toSorted();
  return `0/${reasons.length} nodes are available: ${tally.join(', ')}.`;
}
