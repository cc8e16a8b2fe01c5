import {
  type ClusterSnapshot,
  type DeviceSelections,
  DeviceSet,
  type HostPort,
  type InstanceType,
  isLaunchable,
  type Labels,
  type Node,
  type Offering,
  type PodSpec,
  type PodVolume,
  plannedDevices,
  type ResourceList,
  type Taint,
  type Toleration,
} from '@kerf/engine';
import { expressionHolds, labelOf, selectsNode } from './label-matching.js';
import type { NodeToLaunch } from './plan.js';

/** A node with its pods, to which pods are bound one after the other. */
export interface SimulatedNode {
  readonly name: string;
  /** True if the claims of its pods lose their devices, because they go with it. */
  readonly isTerminating: boolean;
  readonly labels: Labels;
  readonly taints: readonly Taint[];
  readonly allocatable: ResourceList;
  readonly volumeLimits: Readonly<Record<string, number>>;
  readonly devices: DeviceSet;
  readonly deviceSelections: DeviceSelections;
  /** Pods that take capacity and count for the constraints of others. */
  readonly pods: SimulatedPod[];
  /** Specs of daemon pods that are not running yet. */
  readonly reserved: readonly PodSpec[];
}

export interface SimulatedPod {
  readonly spec: PodSpec;
  readonly isTerminating: boolean;
}

const ephemeralTaints: ReadonlySet<string> = new Set([
  'node.kubernetes.io/not-ready',
  'node.kubernetes.io/unreachable',
  'node.cloudprovider.kubernetes.io/uninitialized',
  'karpenter.sh/unregistered',
]);

export function simulateNode(snapshot: ClusterSnapshot, node: Node): SimulatedNode {
  const isStarting = node.nodeClaim !== null && !node.isInitialized;
  const startup = node.nodeClaim?.startupTaints ?? [];
  const isTemporary = (taint: Taint): boolean =>
    ephemeralTaints.has(taint.key) ||
    startup.some(({ key, effect }) => key === taint.key && effect === taint.effect);
  const taints = isStarting ? node.taints.filter((taint) => !isTemporary(taint)) : node.taints;
  const pendingUids = new Set(snapshot.pods.map(({ uid }) => uid));
  const running = node.pods.filter((pod) => !pod.isTerminal && !pendingUids.has(pod.uid));
  const hasDaemon = running.some(({ ownerKind }) => ownerKind === 'DaemonSet');
  const labels = { 'kubernetes.io/hostname': node.name, ...node.labels };
  return {
    name: node.name,
    isTerminating: node.isTerminating,
    labels,
    taints,
    allocatable: node.allocatable,
    volumeLimits: node.volumeLimits,
    devices: new DeviceSet(node.devices ?? { isPublished: true, devices: [] }),
    deviceSelections: snapshot.deviceSelections ?? {},
    pods: running.map(({ spec, isTerminating }) => ({ spec, isTerminating })),
    reserved: hasDaemon ? [] : daemonsFor(snapshot, labels, taints),
  };
}

/** Returns the node as it would be with one type and offering. */
export function simulateLaunched(
  snapshot: ClusterSnapshot,
  planned: NodeToLaunch,
  { type, offering }: { readonly type: InstanceType; readonly offering: Offering },
): SimulatedNode {
  const labels = launchedLabels(planned, type, offering);
  return {
    name: planned.name,
    isTerminating: false,
    labels,
    taints: planned.taints,
    allocatable: type.allocatable,
    volumeLimits: type.volumeLimits ?? {},
    devices: new DeviceSet(plannedDevices(type.devices ?? [])),
    deviceSelections: snapshot.deviceSelections ?? {},
    pods: [],
    reserved: daemonsFor(snapshot, labels, planned.taints),
  };
}

/** Returns every type and offering that a planned node may be launched as. */
export function launchChoices(
  snapshot: ClusterSnapshot,
  planned: NodeToLaunch,
): readonly { readonly type: InstanceType; readonly offering: Offering }[] {
  const types = snapshot.instanceTypesByNodePool[planned.nodePool] ?? [];
  return types
    .filter(({ name }) => planned.instanceTypes.includes(name))
    .flatMap((type) =>
      type.offerings
        .filter((offering) => isLaunchable(offering) && offering.priceMicroUsdPerHour !== null)
        .filter((offering) => {
          const labels = launchedLabels(planned, type, offering);
          return planned.requirements.every((item) => expressionHolds(item, labels));
        })
        .map((offering) => ({ type, offering })),
    );
}

function launchedLabels(planned: NodeToLaunch, type: InstanceType, offering: Offering): Labels {
  const ofType = Object.entries(type.labels).flatMap(([label, values]) => {
    const requirements = planned.requirements.filter(({ key }) => key === label);
    const value = values.find((text) =>
      requirements.every((item) => expressionHolds(item, { [label]: text })),
    );
    return value === undefined ? [] : [[label, value]];
  });
  return {
    ...Object.fromEntries(ofType),
    'karpenter.k8s.aws/capacity-reservation-id': offering.reservationId ?? '',
    ...planned.labels,
    'node.kubernetes.io/instance-type': type.name,
    'topology.kubernetes.io/zone': offering.zone,
    'karpenter.sh/capacity-type': offering.capacityType,
    'kubernetes.io/hostname': planned.name,
    'karpenter.sh/registered': 'true',
    'karpenter.sh/initialized': 'true',
  };
}

function daemonsFor(
  { daemonSets }: ClusterSnapshot,
  labels: Labels,
  taints: readonly Taint[],
): readonly PodSpec[] {
  return daemonSets
    .map(({ podSpec }) => podSpec)
    .filter(
      (spec) => selectsNode(spec, labels) && findUntolerated(taints, spec.tolerations) === null,
    );
}

/** Returns the first taint that excludes the pod; `PreferNoSchedule` does not. */
export function findUntolerated(
  taints: readonly Taint[],
  tolerations: readonly Toleration[],
): Taint | null {
  const covers = (toleration: Toleration, taint: Taint): boolean =>
    (toleration.effect === null || toleration.effect === taint.effect) &&
    (toleration.key === taint.key || (toleration.key === '' && toleration.operator === 'Exists')) &&
    (toleration.operator === 'Exists' || toleration.value === taint.value);
  return (
    taints.find(
      (taint) =>
        taint.effect !== 'PreferNoSchedule' && !tolerations.some((item) => covers(item, taint)),
    ) ?? null
  );
}

/** Returns why the pod cannot run on the node, whatever other nodes have; `null` if it can. */
export function findLocalObstacle(node: SimulatedNode, spec: PodSpec): string | null {
  if (!selectsNode(spec, node.labels)) return 'it does not select the node';
  const taint = findUntolerated(node.taints, spec.tolerations);
  if (taint !== null) return `it does not tolerate ${taint.key}`;
  const others = [...node.pods.map((pod) => pod.spec), ...node.reserved];
  return (
    findShortage(node, [...others, spec], spec) ??
    findPortConflict(others, spec) ??
    findVolumeObstacle(node, spec)
  );
}

function findShortage(
  { allocatable }: SimulatedNode,
  all: readonly PodSpec[],
  spec: PodSpec,
): string | null {
  const requested = Object.keys(spec.requests).filter((name) => (spec.requests[name] ?? 0) > 0);
  for (const name of requested) {
    const total = all.reduce((sum, { requests }) => sum + (requests[name] ?? 0), 0);
    if (total > (allocatable[name] ?? 0)) return `${name} is not enough`;
  }
  return null;
}

function findPortConflict(others: readonly PodSpec[], spec: PodSpec): string | null {
  const isAny = ({ hostIp }: HostPort): boolean => ['', '0.0.0.0', '::'].includes(hostIp);
  const conflicts = (a: HostPort, b: HostPort): boolean =>
    a.port === b.port &&
    a.protocol === b.protocol &&
    (isAny(a) || isAny(b) || a.hostIp === b.hostIp);
  const taken = others.flatMap(({ hostPorts }) => hostPorts);
  const conflict = spec.hostPorts.find((port) => taken.some((other) => conflicts(port, other)));
  return conflict === undefined ? null : `host port ${conflict.port} is in use`;
}

function findVolumeObstacle(node: SimulatedNode, spec: PodSpec): string | null {
  const isAttachable = ({ nodeRequirements }: PodVolume): boolean =>
    nodeRequirements.length === 0 ||
    nodeRequirements.some(({ matchExpressions }) =>
      matchExpressions.every((item) => expressionHolds(item, node.labels)),
    );
  const unattachable = spec.volumes.find((volume) => !isAttachable(volume));
  if (unattachable !== undefined)
    return `its volume ${unattachable.claim} cannot be attached there`;
  for (const [driver, limit] of Object.entries(node.volumeLimits)) {
    const claimsOf = (volumes: readonly PodVolume[]): readonly string[] =>
      volumes.filter((volume) => volume.driver === driver).map(({ claim }) => claim);
    const attached = new Set(claimsOf(node.pods.flatMap((pod) => pod.spec.volumes)));
    const added = new Set(claimsOf(spec.volumes).filter((claim) => !attached.has(claim)));
    if (added.size > 0 && attached.size + added.size > limit) {
      return `no more volumes of ${driver} can be attached`;
    }
  }
  return null;
}

export function domainOf(node: SimulatedNode, key: string): string | undefined {
  return labelOf(node.labels, key);
}
