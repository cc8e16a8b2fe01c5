import { createHash } from 'node:crypto';
import type { BootedInstance } from '../../world/compute/instance-host.js';
import { toTimestamp } from '../api/timestamp.js';
import type { StringMap } from '../resources/kube-object.js';
import type { Condition } from '../resources/types/common.js';
import type { NodeInfo, NodeStatus } from '../resources/types/node.js';
import { nodeCapacity } from './node-capacity.js';
import type { NodeBootstrap } from './user-data.js';

/** Returns the labels that the kubelet and the cloud provider set, with those of the user data. */
export function nodeLabels(instance: BootedInstance, bootstrap: NodeBootstrap): StringMap {
  const { zone, zoneId, region, instanceType, privateDnsName } = instance;
  const arch = goArch(instance);
  return {
    ...bootstrap.labels,
    'beta.kubernetes.io/arch': arch,
    'beta.kubernetes.io/os': 'linux',
    'beta.kubernetes.io/instance-type': instanceType,
    'failure-domain.beta.kubernetes.io/region': region,
    'failure-domain.beta.kubernetes.io/zone': zone,
    'k8s.io/cloud-provider-aws': createHash('md5').update(instance.accountId).digest('hex'),
    'kubernetes.io/arch': arch,
    'kubernetes.io/hostname': privateDnsName,
    'kubernetes.io/os': 'linux',
    'node.kubernetes.io/instance-type': instanceType,
    'topology.k8s.aws/zone-id': zoneId,
    'topology.kubernetes.io/region': region,
    'topology.kubernetes.io/zone': zone,
  };
}

function goArch({ architecture }: BootedInstance): string {
  return architecture === 'arm64' ? 'arm64' : 'amd64';
}

export function providerId({ zone, instanceId }: BootedInstance): string {
  return `aws:///${zone}/${instanceId}`;
}

/** @param gitVersion of the cluster, e.g. `v1.36.4` */
export function nodeStatus(
  instance: BootedInstance,
  bootstrap: NodeBootstrap,
  gitVersion: string,
  now: number,
): NodeStatus {
  return {
    ...nodeCapacity(instance, bootstrap),
    conditions: nodeConditions(instance, false, now),
    addresses: [
      { type: 'InternalIP', address: instance.privateIp },
      { type: 'InternalDNS', address: instance.privateDnsName },
      { type: 'Hostname', address: instance.privateDnsName },
    ],
    daemonEndpoints: { kubeletEndpoint: { Port: 10250 } },
    nodeInfo: nodeInfo(instance, gitVersion),
  };
}

const pressures = [
  ['MemoryPressure', 'KubeletHasSufficientMemory', 'kubelet has sufficient memory available'],
  ['DiskPressure', 'KubeletHasNoDiskPressure', 'kubelet has no disk pressure'],
  ['PIDPressure', 'KubeletHasSufficientPID', 'kubelet has sufficient PID available'],
] as const;

/** Returns the conditions of the kubelet, and that of the node monitoring agent on the GPU. */
export function nodeConditions(
  { gpus, gpuError }: Pick<BootedInstance, 'gpus' | 'gpuError'>,
  isReady: boolean,
  now: number,
): readonly Condition[] {
  const time = toTimestamp(now);
  const times = { lastHeartbeatTime: time, lastTransitionTime: time };
  const ready = isReady
    ? { status: 'True', reason: 'KubeletReady', message: 'kubelet is posting ready status' }
    : {
        status: 'False',
        reason: 'KubeletNotReady',
        message:
          'container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady message:Network plugin returns error: cni plugin not initialized',
      };
  return [
    ...pressures.map(([type, reason, message]) => ({
      type,
      status: 'False',
      reason,
      message,
      ...times,
    })),
    { type: 'Ready', ...ready, ...times },
    ...(gpus.length === 0 && gpuError === null ? [] : [{ ...gpuCondition(gpuError), ...times }]),
  ];
}

/** The condition of the node monitoring agent; a node without GPUs has it only during an error. */
export const gpuConditionType = 'AcceleratedHardwareReady';

const gpuCondition = (error: string | null) => ({
  type: gpuConditionType,
  status: error === null ? 'True' : 'False',
  reason: error ?? 'NvidiaAcceleratedHardwareIsReady',
  message: error === null ? 'Monitoring for the Nvidia hardware is active' : 'Xid error',
});

const images: Readonly<Record<string, Pick<NodeInfo, 'osImage' | 'kernelVersion'>>> = {
  al2023: { osImage: 'Amazon Linux 2023.9.20261105', kernelVersion: '6.12.55-74.119.amzn2023' },
  al2: { osImage: 'Amazon Linux 2', kernelVersion: '5.10.245-241.976.amzn2' },
  bottlerocket: { osImage: 'Bottlerocket OS 1.52.0 (aws-k8s)', kernelVersion: '6.12.53' },
};

export function nodeInfo(instance: BootedInstance, gitVersion: string): NodeInfo {
  const { instanceId, reboots } = instance;
  const id = createHash('md5').update(instanceId).digest('hex');
  const bootID =
    reboots === 0 ? id : createHash('md5').update(`${instanceId} ${reboots}`).digest('hex');
  const image = images[instance.imageFamily] ?? images['al2023'];
  return {
    architecture: goArch(instance),
    bootID,
    machineID: `ec2${id.slice(3)}`,
    systemUUID: `ec2${id.slice(3)}`,
    containerRuntimeVersion: 'containerd://2.1.5',
    kernelVersion: image?.kernelVersion ?? '',
    kubeletVersion: `${gitVersion}-eks-ecaa3a6`,
    kubeProxyVersion: '',
    operatingSystem: 'linux',
    osImage: image?.osImage ?? '',
  };
}
