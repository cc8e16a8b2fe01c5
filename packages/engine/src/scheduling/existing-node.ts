import { labelKeys } from '@kerf/core';
import type { Node } from '../model/node.js';
import type { BoundPod, HostPort } from '../model/pod.js';
import type { Taint } from '../model/taint.js';
import type { LabelSpace } from '../requirements/label-space.js';
import { labelsSatisfy } from '../requirements/requirements.js';
import { isEphemeralTaint } from '../requirements/taints.js';
import { type CompiledDaemon, daemonRuns, overheadOf } from '../resources/daemon-overhead.js';
import {
  type ResourceSpace,
  type ResourceVector,
  subtractFrom,
} from '../resources/resource-space.js';
import { VolumeUsage } from '../volumes/volume-usage.js';

/** A node that exists or is on its way, as the scheduler sees it. */
export interface ExistingNode {
  readonly node: Node;
  /** Its number as a host. */
  readonly host: number;
  readonly taints: readonly Taint[];
  /** Its value of a label that some rule reads; the name stands in for a missing hostname. */
  labelOf(key: number): number | undefined;
  /** What is left of it for pods: allocatable less pods less daemons still to come. */
  readonly available: ResourceVector;
  readonly hostPorts: HostPort[];
  readonly volumes: VolumeUsage;
  /** @returns puts room, ports and volumes back to what they are now */
  checkpoint(): () => void;
}

/** The order in which nodes are tried: ready for pods first, then by name. */
export function inOrderOfTrial(nodes: readonly Node[]): readonly Node[] {
  return nodes.toSorted(
    (a, b) => Number(isStarting(a)) - Number(isStarting(b)) || (a.name < b.name ? -1 : 1),
  );
}

/** A managed node that has not become ready for pods yet. */
function isStarting(node: Node): boolean {
  return node.nodeClaim !== null && !node.isInitialized;
}

/** Labels of a node with a hostname in any case. */
export function nodeLabels(node: Node): Readonly<Record<string, string>> {
  return { [labelKeys.hostname]: node.name, ...node.labels };
}

/** Pods that still take room. */
function runningPods(node: Node): readonly BoundPod[] {
  return node.pods.filter((pod) => !pod.isTerminal);
}

/**
 * The taints that a pod must tolerate. While a node starts, those that will go before pods come are
 * passed over.
 */
function schedulingTaints(node: Node): readonly Taint[] {
  if (!isStarting(node)) return node.taints;
  const startup = node.nodeClaim?.startupTaints ?? [];
  return node.taints.filter(
    (taint) =>
      !isEphemeralTaint(taint) &&
      !startup.some(({ key, effect }) => key === taint.key && effect === taint.effect),
  );
}

export interface ExistingNodeContext {
  readonly space: LabelSpace;
  readonly resources: ResourceSpace;
  readonly daemons: readonly CompiledDaemon[];
}

export function compileExistingNode(
  context: ExistingNodeContext,
  node: Node,
  host: number,
): ExistingNode {
  const labels = compileLabels(context.space, node);
  const labelOf = (key: number): number | undefined => labels[key];
  const taints = schedulingTaints(node);
  const pods = runningPods(node);
  const volumes = new VolumeUsage(node.volumeLimits);
  for (const pod of pods) volumes.add(pod.spec.volumes);
  const expected = context.daemons.filter((daemon) =>
    daemonRuns(daemon, taints, (alternative) => labelsSatisfy(alternative, labelOf)),
  );
  const available = availableOn(context.resources, node, expected);
  // Differs from karpenter: the ports of daemons that are still to come are taken, as their room is.
  const hostPorts = [...pods.map(({ spec }) => spec), ...expected].flatMap((one) => one.hostPorts);
  return {
    node,
    host,
    taints,
    labelOf,
    available,
    hostPorts,
    volumes,
    checkpoint: () => {
      const amounts = available.slice();
      const ports = hostPorts.length;
      const restoreVolumes = volumes.checkpoint();
      return () => {
        available.set(amounts);
        hostPorts.length = ports;
        restoreVolumes();
      };
    },
  };
}

/** The node's values of the labels that some rule reads, by label. */
export function compileLabels(space: LabelSpace, node: Node): readonly (number | undefined)[] {
  const values: (number | undefined)[] = [];
  for (const [label, text] of Object.entries(nodeLabels(node))) {
    const key = space.keyOf(label);
    if (key !== undefined) values[key] = space.valueOf(key, text);
  }
  return values;
}

/**
 * @remarks More daemons than expected do not make room: what is missing is at least 0. Of a resource
 * that the node does not have there is nothing, whatever its pods ask for.
 */
function availableOn(
  resources: ResourceSpace,
  node: Node,
  expected: readonly CompiledDaemon[],
): ResourceVector {
  const missing = overheadOf(resources, expected).requests;
  const available = resources.vectorOf(node.allocatable);
  for (const pod of runningPods(node)) {
    const requests = resources.vectorOf(pod.spec.requests);
    subtractFrom(available, requests);
    if (pod.ownerKind === 'DaemonSet') subtractFrom(missing, requests);
  }
  subtractFrom(
    available,
    missing.map((amount) => Math.max(0, amount)),
  );
  return available.map((amount, index) =>
    Object.hasOwn(node.allocatable, resources.names[index] ?? '') ? amount : 0,
  );
}
