import { useQueries } from '@tanstack/react-query';
import { ratioOf } from '../../../lib/format/quantity.js';
import { useDebouncedValue } from '../../../ui/controls/hooks.js';
import type { NodeDetails } from '../node-details.js';
import { nodeQuery } from '../nodes.queries.js';
import { showsPods } from './draw-node-map.js';
import { type MapNode, mapNodeId } from './map-node.js';
import { isVisible, type MapViewport, toScreen } from './map-viewport.js';
import type { MapPod, NodeMapLayout } from './to-node-map.js';

/** Nodes whose pods are read at once. */
const mostNodes = 16;
const settledMs = 250;

/** Returns the visible nodes whose boxes are large enough for their pods. */
export function zoomedNodes(
  { boxes }: NodeMapLayout,
  view: MapViewport,
  size: { readonly width: number; readonly height: number },
): readonly MapNode[] {
  return boxes
    .filter((box) => {
      const shown = toScreen(view, box);
      return showsPods(shown) && isVisible(shown, size);
    })
    .slice(0, mostNodes)
    .map(({ node }) => node);
}

/** Reads the pods of nodes while they are zoomed; by the ID of their node. */
export function useZoomedPods(nodes: readonly MapNode[]): ReadonlyMap<string, readonly MapPod[]> {
  const [settled] = useDebouncedValue(nodes, settledMs);
  return useQueries({
    queries: settled.map(({ clusterId, name }) => nodeQuery(clusterId, name)),
    combine: (results) =>
      new Map(
        settled.flatMap((node, index) => {
          const details = results[index]?.data;
          return details === null || details === undefined
            ? []
            : [[mapNodeId(node), toMapPods(details)] as const];
        }),
      ),
  });
}

/** Returns the pods of a node with their shares of it. */
export function toMapPods({
  pods,
  allocatable,
}: Pick<NodeDetails, 'pods' | 'allocatable'>): readonly MapPod[] {
  const whole = new Map(allocatable.map(({ resource, amount }) => [resource, amount]));
  return pods.map(({ name, isDaemon, requests }) => ({
    name,
    isDaemon,
    ratio: requests
      .filter(({ resource }) => resource === 'cpu' || resource === 'memory')
      .reduce(
        (most, { resource, amount }) => Math.max(most, ratioOf(amount, whole.get(resource) ?? 0)),
        0,
      ),
  }));
}
