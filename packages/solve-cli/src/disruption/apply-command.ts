import type { ClusterSnapshot, Command } from '@kerf/engine';
import { plannedNode } from '@kerf/testing';

/**
 * Returns the cluster as it is after the command: its nodes are gone, its replacements run, and each
 * pod runs where the command moves it. New nodes are launched as the cheapest of their options.
 * @param prefix for the names of the new nodes, which must be unique
 */
export function applyCommand(
  snapshot: ClusterSnapshot,
  command: Command,
  prefix: string,
): ClusterSnapshot {
  const removed = new Set(command.candidates.map(({ nodeName }) => nodeName));
  const destinations = new Map(command.moves.map(({ podUid, to }) => [podUid, to]));
  const moved = snapshot.nodes
    .filter(({ name }) => removed.has(name))
    .flatMap(({ pods }) => pods.filter(({ uid }) => destinations.has(uid)));
  const podsByDestination = Map.groupBy(moved, ({ uid }) => destinations.get(uid));
  const started = command.replacements.map((replacement) => ({
    ...plannedNode(snapshot, replacement, {
      name: `${prefix}-${replacement.id}`,
      bornAt: snapshot.now,
    }),
    pods: podsByDestination.get(replacement.id) ?? [],
  }));
  return {
    ...snapshot,
    nodes: [
      ...snapshot.nodes
        .filter(({ name }) => !removed.has(name))
        .map((node) => {
          const arriving = podsByDestination.get(node.name);
          return arriving === undefined ? node : { ...node, pods: [...node.pods, ...arriving] };
        }),
      ...started,
    ],
  };
}
