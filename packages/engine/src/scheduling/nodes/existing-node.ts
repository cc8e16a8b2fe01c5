import { compareText, labelKeys } from '@kerf/core';
import type { DeviceCatalog } from '../../devices/device-catalog.js';
import { NodeDeviceUse } from '../../devices/node-device-use.js';
import type { Node } from '../../model/node.js';
import type { BoundPod, HostPort } from '../../model/pod.js';
import type { Taint } from '../../model/taint.js';
import type { LabelSpace } from '../../requirements/label-space.js';
import { labelsSatisfy } from '../../requirements/requirements.js';
import { isEphemeralTaint } from '../../requirements/taints.js';
import { type CompiledDaemon, daemonRuns, overheadOf } from '../../resources/daemon-overhead.js';
import {
  type ResourceSpace,
  type ResourceVector,
  subtractFrom,
} from '../../resources/resource-space.js';
import { VolumeUsage } from '../../volumes/volume-usage.js';

/** An existing or in-flight node, as the scheduler reads it. */
export interface ExistingNode {
  readonly node: Node;
  /** Index of the host. */
  readonly host: number;
  readonly taints: readonly Taint[];
  /** Returns the node's value of a label; its name is used if the hostname label is missing. */
  labelOf(key: number): number | undefined;
  /** Free capacity for pods: allocatable less pods and less daemons that are not running yet. */
  readonly available: ResourceVector;
  readonly hostPorts: HostPort[];
  readonly volumes: VolumeUsage;
  /** `null` if no pod has claims. */
  readonly devices: NodeDeviceUse | null;
  /** Remembers capacity, ports, volumes and devices. @returns a function that restores them */
  checkpoint(): () => void;
}

/** Sorts nodes in the order in which they are tried: initialized ones first, then by name. */
export function sortExistingNodes(nodes: readonly Node[]): readonly Node[] {
  return nodes.toSorted(
    (a, b) => Number(isStarting(a)) - Number(isStarting(b)) || compareText(a.name, b.name),
  );
}

/** Returns true for a managed node that is not initialized yet. */
export function isStarting(node: Node): boolean {
  return node.nodeClaim !== null && !node.isInitialized;
}

/** Labels that a starting node gets before pods without a toleration of its taints are bound to it. */
const awaitedLabels = { [labelKeys.registered]: 'true', [labelKeys.initialized]: 'true' };

/**
 * Returns the labels of a node, always with a hostname; those of a starting node as it will have them,
 * so that capacity is kept for DaemonSets that wait for them.
 */
export function nodeLabels(node: Node): Readonly<Record<string, string>> {
  const awaited = isStarting(node) ? awaitedLabels : {};
  return { [labelKeys.hostname]: node.name, ...awaited, ...node.labels };
}

/** Returns the pods that still take capacity. */
function runningPods(node: Node): readonly BoundPod[] {
  return node.pods.filter((pod) => !pod.isTerminal);
}

/**
 * Returns the taints that a pod must tolerate, without those that a starting node loses before pods
 * are bound to it.
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

/** Input for compiling existing nodes. */
export interface ExistingNodeContext {
  readonly space: LabelSpace;
  readonly resources: ResourceSpace;
  readonly daemons: readonly CompiledDaemon[];
  /** `null` if no pod has claims. */
  readonly deviceCatalog: DeviceCatalog | null;
}

/** Returns a node as the scheduler reads it, with its free capacity. */
export function compileExistingNode(
  context: ExistingNodeContext,
  node: Node,
  host: number,
): ExistingNode {
  const labels = compileLabels(context.space, node);
  const labelOf = (key: number): number | undefined => labels[key];
  const taints = schedulingTaints(node);
  const pods = runningPods(node);
  const volumes = new VolumeUsage();
  for (const pod of pods) volumes.add(pod.spec.volumes);
  const expected = context.daemons.filter((daemon) =>
    daemonRuns(daemon, taints, (alternative) => labelsSatisfy(alternative, labelOf)),
  );
  const available = availableOn(context.resources, node, expected);
  const devices =
    context.deviceCatalog === null ? null : new NodeDeviceUse(context.deviceCatalog, node);
  // Differs from karpenter: daemons that are not running yet take their ports as they take
  // capacity.
  const hostPorts = [...pods.map(({ spec }) => spec), ...expected].flatMap((one) => one.hostPorts);
  return {
    node,
    host,
    taints,
    labelOf,
    available,
    hostPorts,
    volumes,
    devices,
    checkpoint: () => {
      const amounts = available.slice();
      const ports = hostPorts.length;
      const restoreVolumes = volumes.checkpoint();
      const restoreDevices = devices?.checkpoint();
      return () => {
        available.set(amounts);
        hostPorts.length = ports;
        restoreVolumes();
        restoreDevices?.();
      };
    },
  };
}

/** Returns the node's values of the labels in the label space, by label. */
export function compileLabels(space: LabelSpace, node: Node): readonly (number | undefined)[] {
  const values: (number | undefined)[] = [];
  for (const [label, text] of Object.entries(nodeLabels(node))) {
    const key = space.keyOf(label);
    if (key !== undefined) values[key] = space.valueOf(key, text);
  }
  return values;
}

/**
 * Returns the free capacity of the node.
 * @remarks More daemons than expected do not add capacity: what is missing is at least 0. A
 * resource that the node does not have is 0, whatever its pods request.
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
