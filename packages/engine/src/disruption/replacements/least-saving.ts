import { type MicroUsdPerHour, mulberry32 } from '@kerf/core';
import { mayRunOnNode } from '../../bound/node-offer.js';
import type { ClusterSnapshot } from '../../model/cluster-snapshot.js';
import type { Command } from '../../model/command.js';
import type { Node } from '../../model/node.js';
import type { BoundPod } from '../../model/pod.js';
import type { ResourceList } from '../../model/resource-list.js';
import { planWithFirstFit } from '../../plan/write-result.js';
import { savingOf } from '../candidate.js';
import { afterCommand } from '../look-ahead/after-command.js';

/** Number of orders that are tried. */
const orders = 4;

/** A node with the resources that are left for further pods. */
interface Room {
  readonly node: Node;
  readonly free: Record<string, number>;
}

/**
 * Returns what a command saves at least if the cluster's scheduler sees the evicted pods in one of
 * several random orders, in micro-USD per hour; `null` if that is unknown. The scheduler knows nothing
 * of the plan: each pod goes to the node that is then allocated least, as with the default scores of
 * the kube-scheduler. In a plan without spare room a small pod may take the place of a large one, for
 * which provisioning then launches a further node: its price is subtracted.
 * @remarks Spreads, affinities, ports and volumes are not checked again.
 */
export function leastSaving(snapshot: ClusterSnapshot, command: Command): MicroUsdPerHour | null {
  const { savingMicroUsdPerHour: saving, moves } = command;
  if (saving === null) return null;
  const moved = new Set(moves.map(({ podUid }) => podUid));
  const pods = snapshot.nodes.flatMap((node) => node.pods.filter(({ uid }) => moved.has(uid)));
  const overheads = daemonOverheads(command, pods);
  const rooms = afterCommand(snapshot, command, '~')
    .nodes.filter(({ isTerminating, isInitialized }) => isInitialized && !isTerminating)
    .map((node) => roomOf(node, moved, overheads.get(node.name) ?? {}));
  const random = mulberry32(snapshot.seed);
  const furtherCosts = Array.from({ length: orders }, () => {
    const unbound = unboundPods(shuffled(pods, random), rooms);
    return unbound.length === 0 ? 0 : priceOfNodesFor(snapshot, unbound);
  });
  return saving - Math.max(...furtherCosts);
}

/** Returns the price of new nodes for the pods; infinite if some fit nowhere, or if it is unknown. */
function priceOfNodesFor(snapshot: ClusterSnapshot, pods: readonly BoundPod[]): MicroUsdPerHour {
  const { unschedulable, newNodeClaims } = planWithFirstFit({ ...snapshot, nodes: [], pods });
  const saving = savingOf(0, newNodeClaims);
  return unschedulable.length > 0 || saving === null ? Infinity : 0 - saving;
}

/** Returns what daemons request on each new node, by the name of the node. */
function daemonOverheads(
  { replacements, moves }: Command,
  pods: readonly BoundPod[],
): ReadonlyMap<string, ResourceList> {
  const specs = new Map(pods.map(({ uid, spec }) => [uid, spec]));
  return new Map(
    replacements.map(({ id, requests }) => {
      const placed = moves.filter(({ to }) => to === id);
      const overhead = Object.entries(requests).map(([resource, amount]) => {
        const ofPods = placed.reduce(
          (sum, { podUid }) => sum + (specs.get(podUid)?.requests[resource] ?? 0),
          0,
        );
        return [resource, Math.max(0, amount - ofPods)] as const;
      });
      return [`~-${id}`, Object.fromEntries(overhead)];
    }),
  );
}

function roomOf(node: Node, moved: ReadonlySet<string>, overhead: ResourceList): Room {
  const staying = node.pods.filter(({ uid, isTerminal }) => !moved.has(uid) && !isTerminal);
  const free = Object.entries(node.allocatable).map(([resource, amount]) => {
    const used = staying.reduce((sum, { spec }) => sum + (spec.requests[resource] ?? 0), 0);
    return [resource, amount - used - (overhead[resource] ?? 0)] as const;
  });
  return { node, free: Object.fromEntries(free) };
}

/** Returns the pods that fit nowhere when their turn comes. */
function unboundPods(pods: readonly BoundPod[], rooms: readonly Room[]): readonly BoundPod[] {
  const left = rooms.map(({ node, free }) => ({ node, free: { ...free } }));
  return pods.filter(({ spec }) => {
    const requests = Object.entries(spec.requests);
    let best: Room | null = null;
    for (const room of left) {
      if (best !== null && freeRatio(room) <= freeRatio(best)) continue;
      if (requests.some(([resource, amount]) => amount > (room.free[resource] ?? 0))) continue;
      if (mayRunOnNode(spec, room.node)) best = room;
    }
    if (best === null) return true;
    for (const [resource, amount] of requests) {
      best.free[resource] = (best.free[resource] ?? 0) - amount;
    }
    return false;
  });
}

const freeRatio = ({ node, free }: Room): number =>
  ['cpu', 'memory'].reduce(
    (sum, resource) => sum + (free[resource] ?? 0) / (node.allocatable[resource] ?? 1),
    0,
  );

function shuffled<Item>(items: readonly Item[], random: () => number): readonly Item[] {
  return items
    .map((item) => ({ item, rank: random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
