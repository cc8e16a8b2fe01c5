import { randomUUID } from 'node:crypto';
import { toTimestamp } from '../../kubernetes/api/timestamp.js';
import type { JsonObject } from '../../kubernetes/json/json.js';
import type { KubeObject } from '../../kubernetes/resources/kube-object.js';

/** A ReplicaSet, StatefulSet or DaemonSet of a large cluster, and the parts that its pods share. */
export interface LargeWorkload {
  readonly kind: 'ReplicaSet' | 'StatefulSet' | 'DaemonSet';
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly spec: JsonObject;
  readonly managedFields: KubeObject['metadata']['managedFields'];
}

const zones = ['us-east-1a', 'us-east-1b', 'us-east-1c'];
const imageCount = 40;
const requests = [
  { cpu: '100m', memory: '128Mi' },
  { cpu: '250m', memory: '512Mi' },
  { cpu: '500m', memory: '1Gi' },
  { cpu: '750m', memory: '1536Mi' },
];

/** Returns the workload with this number. */
export function largeWorkload(kind: LargeWorkload['kind'], number: number): LargeWorkload {
  const app = `${kind.toLowerCase()}-${number}`;
  const namespace = kind === 'DaemonSet' ? 'kube-system' : `team-${number % 20}`;
  const labels = {
    'app.kubernetes.io/name': app,
    'app.kubernetes.io/part-of': namespace,
    ...(kind === 'ReplicaSet' && { 'pod-template-hash': `${number}c4d8f` }),
  };
  const spec = podSpec(app, kind, requests[number % requests.length] ?? {});
  return {
    kind,
    name: kind === 'ReplicaSet' ? `${app}-${number}c4d8f` : app,
    namespace,
    uid: randomUUID(),
    labels,
    spec,
    managedFields: [
      managedFields('kube-controller-manager', { metadata: { labels }, spec }),
      managedFields('kubelet', { status: podStatus(0, 'Running') }),
    ],
  };
}

/** Returns the object of a workload, as its controller would have left it. */
export function workloadObject(workload: LargeWorkload, replicas: number): KubeObject {
  const { kind, name, namespace, uid, labels, spec } = workload;
  return {
    apiVersion: 'apps/v1',
    kind,
    metadata: { ...identity(name, uid, 0), namespace, labels },
    spec: {
      ...(kind === 'DaemonSet' ? {} : { replicas }),
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec },
    },
    status: { replicas, readyReplicas: replicas, observedGeneration: 1 },
  };
}

export function namespaceObject(name: string): KubeObject {
  const labels = { 'kubernetes.io/metadata.name': name };
  return {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { ...identity(name, randomUUID(), 0), labels },
    spec: { finalizers: ['kubernetes'] },
    status: { phase: 'Active' },
  };
}

/** Returns the name of the node with this number. */
export const nodeName = (number: number): string =>
  `ip-10-20-${Math.floor(number / 250)}-${number % 250}.ec2.internal`;

/** Returns a Ready node of 8 CPUs, with the images and managed fields that nodes usually have. */
export function nodeObject(number: number, now: number): KubeObject {
  const name = nodeName(number);
  const zone = zones[number % zones.length] ?? '';
  const instance = `i-${number.toString(16).padStart(17, '0')}`;
  const labels = {
    'kubernetes.io/arch': 'amd64',
    'kubernetes.io/hostname': name,
    'kubernetes.io/os': 'linux',
    'eks.amazonaws.com/nodegroup': `group-${number % 10}`,
    'eks.amazonaws.com/capacityType': 'ON_DEMAND',
    'node.kubernetes.io/instance-type': 'm6i.2xlarge',
    'topology.kubernetes.io/region': 'us-east-1',
    'topology.kubernetes.io/zone': zone,
    'topology.ebs.csi.aws.com/zone': zone,
  };
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      ...identity(name, randomUUID(), now),
      labels,
      managedFields: [managedFields('kubelet', { metadata: { labels } })],
    },
    spec: { providerID: `aws:///${zone}/${instance}` },
    status: nodeStatus(name, now),
  };
}

/** Returns the node after a heartbeat of its kubelet. */
export function withHeartbeat(node: KubeObject, now: number): KubeObject {
  return { ...node, status: nodeStatus(node.metadata.name, now) };
}

/** Returns a new pod of the workload on a node, or unschedulable without one. */
export function podObject(
  workload: LargeWorkload,
  number: number,
  place: { readonly node: string | null; readonly now: number },
): KubeObject {
  const { kind, name, namespace, uid, labels, managedFields: managed = [] } = workload;
  const { node, now } = place;
  const podUid = randomUUID();
  const isNumbered = kind === 'StatefulSet';
  const podName = `${name}-${isNumbered ? number : podUid.slice(0, 10)}`;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...identity(podName, podUid, now),
      namespace,
      labels: isNumbered ? { ...labels, 'statefulset.kubernetes.io/pod-name': podName } : labels,
      ownerReferences: [{ apiVersion: 'apps/v1', kind, name, uid, controller: true }],
      managedFields: managed,
    },
    spec: node === null ? workload.spec : { ...workload.spec, nodeName: node },
    status: node === null ? unschedulable(now) : podStatus(now, 'Running', number),
  };
}

/** Returns the pod as it is before its containers run. */
export function beforeStart(pod: KubeObject, now: number): KubeObject {
  return { ...pod, status: podStatus(now, 'Pending') };
}

/** Returns the pod as it is while it terminates. */
export function terminating(pod: KubeObject, now: number): KubeObject {
  const deletionTimestamp = toTimestamp(now + 30_000);
  return {
    ...pod,
    metadata: { ...pod.metadata, deletionTimestamp, deletionGracePeriodSeconds: 30 },
  };
}

function identity(name: string, uid: string, now: number) {
  return { name, uid, resourceVersion: '', creationTimestamp: toTimestamp(now) };
}

function podSpec(
  app: string,
  kind: LargeWorkload['kind'],
  resources: Readonly<Record<string, string>>,
): JsonObject {
  const probe = { httpGet: { path: '/healthz', port: 8080, scheme: 'HTTP' }, periodSeconds: 10 };
  return {
    containers: [
      {
        name: app,
        image: `registry.example.com/${app}:2026.11`,
        imagePullPolicy: 'IfNotPresent',
        env: Array.from({ length: 20 }, (_, index) => ({
          name: `SETTING_${index}`,
          value: `value of setting ${index} of ${app}`,
        })),
        ports: [{ containerPort: 8080, protocol: 'TCP' }],
        livenessProbe: probe,
        readinessProbe: probe,
        resources: { requests: resources, limits: resources },
        volumeMounts: [{ mountPath: '/var/run/secrets', name: 'token', readOnly: true }],
      },
    ],
    ...(kind === 'DaemonSet' && { tolerations: [{ operator: 'Exists' }] }),
    dnsPolicy: 'ClusterFirst',
    enableServiceLinks: true,
    restartPolicy: 'Always',
    schedulerName: 'default-scheduler',
    serviceAccountName: app,
    terminationGracePeriodSeconds: 30,
    volumes: [{ name: 'token', projected: { sources: [{ serviceAccountToken: { path: 't' } }] } }],
  };
}

function podStatus(now: number, phase: 'Pending' | 'Running', number = 0): JsonObject {
  const isReady = phase === 'Running';
  const time = toTimestamp(now);
  const ip = `10.20.${Math.floor(number / 250) % 250}.${number % 250}`;
  const condition = (type: string, holds: boolean): JsonObject => ({
    type,
    status: holds ? 'True' : 'False',
    lastProbeTime: null,
    lastTransitionTime: time,
  });
  return {
    phase,
    conditions: [
      condition('Initialized', true),
      condition('Ready', isReady),
      condition('ContainersReady', isReady),
      condition('PodScheduled', true),
    ],
    qosClass: 'Guaranteed',
    startTime: time,
    ...(isReady && {
      podIP: ip,
      podIPs: [{ ip }],
      containerStatuses: [
        {
          name: 'app',
          image: 'registry.example.com/app:2026.11',
          imageID: `registry.example.com/app@sha256:${'0'.repeat(64)}`,
          containerID: `containerd://${'0'.repeat(64)}`,
          ready: true,
          started: true,
          restartCount: 0,
          state: { running: { startedAt: time } },
          lastState: {},
        },
      ],
    }),
  };
}

function unschedulable(now: number): JsonObject {
  return {
    phase: 'Pending',
    conditions: [
      {
        type: 'PodScheduled',
        status: 'False',
        reason: 'Unschedulable',
        message: '0 nodes are available: Insufficient cpu.',
        lastProbeTime: null,
        lastTransitionTime: toTimestamp(now),
      },
    ],
    qosClass: 'Guaranteed',
  };
}

const images = Array.from({ length: imageCount }, (_, index) => ({
  names: [
    `registry.example.com/image-${index}@sha256:${'0'.repeat(64)}`,
    `registry.example.com/image-${index}:2026.11`,
  ],
  sizeBytes: 100_000_000 + index,
}));

function nodeStatus(name: string, now: number): JsonObject {
  const time = toTimestamp(now);
  const condition = (type: string, status: string, reason: string): JsonObject => ({
    type,
    status,
    reason,
    message: reason,
    lastHeartbeatTime: time,
    lastTransitionTime: toTimestamp(0),
  });
  return {
    capacity: { cpu: '8', memory: '32Gi', pods: '58', 'ephemeral-storage': '20Gi' },
    allocatable: { cpu: '7910m', memory: '30Gi', pods: '58', 'ephemeral-storage': '18Gi' },
    conditions: [
      condition('MemoryPressure', 'False', 'KubeletHasSufficientMemory'),
      condition('DiskPressure', 'False', 'KubeletHasNoDiskPressure'),
      condition('PIDPressure', 'False', 'KubeletHasSufficientPID'),
      condition('Ready', 'True', 'KubeletReady'),
    ],
    addresses: [{ type: 'InternalDNS', address: name }],
    images,
  };
}

/** Returns the entry of a manager that owns all fields of a value, as servers record it. */
function managedFields(
  manager: string,
  owned: JsonObject,
): NonNullable<KubeObject['metadata']['managedFields']>[number] {
  return {
    manager,
    operation: 'Update',
    apiVersion: 'v1',
    time: toTimestamp(0),
    fieldsType: 'FieldsV1',
    fieldsV1: fieldsOf(owned),
  };
}

function fieldsOf(value: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      `f:${key}`,
      typeof member === 'object' && member !== null && !Array.isArray(member)
        ? fieldsOf(Object.fromEntries(Object.entries(member)))
        : {},
    ]),
  );
}
