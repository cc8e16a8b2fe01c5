import { invariant } from '@kerf/core';
import { describe, expect, it } from 'vitest';
import { aPod } from '../../testing/builders.js';
import { al2023UserData, anInstance } from '../../testing/fake-instances.js';
import { TestCluster } from '../../testing/test-cluster.js';
import { ManualClock } from '../../world/time/manual-clock.js';
import { kinds } from '../resources/kind.js';
import { nodeCapacity } from './node-capacity.js';
import { readBootstrap } from './read-bootstrap.js';
import { exitCodeOf, runTimeMs, shutdownMs } from './run-time.js';
import type { NodeBootstrap } from './user-data.js';

const joined: NodeBootstrap = {
  clusterName: 'prod',
  endpoint: 'https://127.0.0.1:1',
  certificateAuthority: 'Q0E=',
  labels: { 'karpenter.sh/nodepool': 'default', 'karpenter.sh/capacity-type': 'spot' },
  taints: [{ key: 'karpenter.sh/unregistered', effect: 'NoExecute' }],
  maxPods: 110,
  kubeReserved: undefined,
  systemReserved: undefined,
  evictionHard: undefined,
};

const al2 = `#!/bin/bash -xe
exec > >(tee /var/log/user-data.log) 2>&1
/etc/eks/bootstrap.sh 'prod' --apiserver-endpoint 'https://127.0.0.1:1' --b64-cluster-ca 'Q0E=' \\
--dns-cluster-ip '10.100.0.10' \\
--use-max-pods false \\
--kubelet-extra-args '--node-labels="karpenter.sh/capacity-type=spot,karpenter.sh/nodepool=default" --register-with-taints="karpenter.sh/unregistered:NoExecute" --max-pods=110'
`;

const bottlerocket = `
[settings.kubernetes]
api-server = "https://127.0.0.1:1"
cluster-certificate = "Q0E="
cluster-name = "prod"
cluster-dns-ip = "10.100.0.10"
max-pods = 110

[settings.kubernetes.node-labels]
"karpenter.sh/capacity-type" = "spot"
"karpenter.sh/nodepool" = "default"

[settings.kubernetes.node-taints]
"karpenter.sh/unregistered" = [":NoExecute"]
`;

const al2023 = al2023UserData({
  clusterName: 'prod',
  endpoint: 'https://127.0.0.1:1',
  certificateAuthority: 'Q0E=',
  labels: 'karpenter.sh/capacity-type=spot,karpenter.sh/nodepool=default',
  taints: [{ key: 'karpenter.sh/unregistered', effect: 'NoExecute' }],
  maxPods: 110,
});

describe('user data', () => {
  it.each([
    ['al2023', al2023],
    ['al2', al2],
    ['bottlerocket', bottlerocket],
    ['custom', al2],
  ])('of %s says how to join', (family, text) => {
    expect(readBootstrap(text, family)).toEqual({ ok: true, value: joined });
  });

  it('accepts plain NodeConfig YAML, and MIME with CRLF line ends', () => {
    const bare = al2023.split('\n\n').slice(2).join('\n').replace('--//--', '');
    expect(readBootstrap(bare, 'al2023')).toEqual({ ok: true, value: joined });
    expect(readBootstrap(al2023.replaceAll('\n', '\r\n'), 'al2023')).toEqual({
      ok: true,
      value: joined,
    });
  });

  it('merges the NodeConfigs of all parts, and ignores other parts', () => {
    const own =
      '--//\nContent-Type: application/node.eks.aws\n\nkind: NodeConfig\nspec:\n  kubelet:\n    flags: ["--node-labels=team=a"]\n    config:\n      kubeReserved: {cpu: 100m}\n\n--//\nContent-Type: text/x-shellscript\n\n#!/bin/sh\necho ": ["\n\n--//\n';
    const read = readBootstrap(al2023.replace('--//\n', own), 'al2023');
    expect(read).toEqual({ ok: true, value: { ...joined, kubeReserved: { cpu: '100m' } } });
  });

  it('reads reservations and thresholds of every family', () => {
    const flags = al2.replace(
      '--max-pods=110',
      '--max-pods=110 --kube-reserved=cpu=100m,memory=1Gi --eviction-hard=memory.available<5%,nodefs.available<10%',
    );
    expect(readBootstrap(flags, 'al2')).toMatchObject({
      ok: true,
      value: {
        kubeReserved: { cpu: '100m', memory: '1Gi' },
        evictionHard: { 'memory.available': '5%', 'nodefs.available': '10%' },
      },
    });
    const toml = `${bottlerocket}\n[settings.kubernetes.kube-reserved]\ncpu = "100m"\n[settings.kubernetes.eviction-hard]\n"memory.available" = "5%"\n`;
    expect(readBootstrap(toml, 'bottlerocket')).toMatchObject({
      ok: true,
      value: { kubeReserved: { cpu: '100m' }, evictionHard: { 'memory.available': '5%' } },
    });
  });

  it.each([
    ['al2023', '', 'the user data is nothing that al2023 joins a cluster by'],
    [
      'al2023',
      '#!/bin/sh\n/etc/eks/bootstrap.sh prod',
      'the user data is nothing that al2023 joins a cluster by',
    ],
    ['al2', '#!/bin/sh\necho hello', 'the user data is nothing that al2 joins a cluster by'],
    ['al2', '/etc/eks/bootstrap.sh prod', 'the user data has no API server endpoint'],
    ['bottlerocket', 'a = [', 'the user data is nothing that bottlerocket joins a cluster by'],
    ['bottlerocket', '[settings.kubernetes]\napi-server = "x"', 'the user data names no cluster'],
    [
      'al2023',
      'kind: NodeConfig\nspec: {cluster: {name: a, apiServerEndpoint: b}}',
      'the user data has no cluster certificate',
    ],
  ])('of %s that is %j is refused', (family, text, error) => {
    expect(readBootstrap(text, family)).toEqual({ ok: false, error });
  });
});

describe('capacity', () => {
  const gibibytes = (text: string | undefined): number =>
    Number.parseInt(text ?? '', 10) / 1024 ** 2;

  it('is that of nodeadm for an m5.large', () => {
    const { capacity, allocatable } = nodeCapacity(anInstance({ userData: '' }), {
      ...joined,
      maxPods: undefined,
    });
    expect(capacity).toMatchObject({ cpu: '2', pods: '29', memory: '8196653Ki' });
    expect(allocatable).toMatchObject({ cpu: '1930m', pods: '29', memory: '7506477Ki' });
    expect(gibibytes(capacity['memory']) - gibibytes(allocatable['memory'])).toBeCloseTo(
      (255 + 11 * 29 + 100) / 1024,
      3,
    );
  });

  it.each([
    [1, '940m'],
    [4, '3920m'],
    [8, '7910m'],
    [96, '95690m'],
  ])('of %i cores is %s', (vcpus, cpu) => {
    expect(nodeCapacity(anInstance({ userData: '', vcpus }), joined).allocatable['cpu']).toBe(cpu);
  });

  it('reserves memory by max-pods on Bottlerocket, and by the network interfaces on others', () => {
    const of = (imageFamily: string): number =>
      gibibytes(
        nodeCapacity(anInstance({ userData: '', imageFamily, memoryMiB: 65_536 }), joined)
          .allocatable['memory'],
      );
    expect((of('al2023') - of('bottlerocket')) * 1024).toBeCloseTo(11 * (110 - 29), 3);
  });

  it('includes GPUs, and reservations of the user data', () => {
    const bootstrap = {
      ...joined,
      kubeReserved: { cpu: '1', memory: '1Gi' },
      systemReserved: { cpu: '500m' },
      evictionHard: { 'memory.available': '10%' },
    };
    const { capacity, allocatable } = nodeCapacity(
      anInstance({ userData: '', vcpus: 8, gpus: [{ name: 'T4', count: 2, memoryMiB: 16_384 }] }),
      bootstrap,
    );
    expect(capacity['nvidia.com/gpu']).toBe('2');
    expect(allocatable['cpu']).toBe('6500m');
    expect(gibibytes(allocatable['memory'])).toBeCloseTo(
      gibibytes(capacity['memory']) * 0.9 - 1,
      3,
    );
  });
});

describe('the run time of pods', () => {
  const job = (fields: Parameters<typeof aPod>[1]) =>
    aPod('p', { ...fields, spec: { restartPolicy: 'Never', ...fields?.spec } });

  it('is unlimited, except for pods of Jobs or with an annotation', () => {
    expect(runTimeMs(aPod('p', { spec: { restartPolicy: 'Always' } }))).toBeNull();
    expect(
      runTimeMs(aPod('p', { metadata: { annotations: { 'sandbox.kerf.dev/run-seconds': '90' } } })),
    ).toBe(90_000);
  });

  it.each([
    [['sleep', '30'], 30_000],
    [['sh', '-c', 'echo a; sleep 2m && exit'], 120_000],
    [['true'], 5_000],
  ])('of %j is %i ms', (command, expected) => {
    expect(runTimeMs(job({ spec: { containers: [{ name: 'c', command }] } }))).toBe(expected);
  });

  it('ends with the annotated exit code', () => {
    expect(exitCodeOf(aPod('p'))).toBe(0);
    expect(
      exitCodeOf(aPod('p', { metadata: { annotations: { 'sandbox.kerf.dev/exit-code': '3' } } })),
    ).toBe(3);
  });

  it('is short after a deletion, or that of their preStop hook, and at most the grace period', () => {
    const withHook = (seconds: number, deletionGracePeriodSeconds: number) =>
      aPod('p', {
        spec: { containers: [{ name: 'c', lifecycle: { preStop: { sleep: { seconds } } } }] },
        metadata: { deletionGracePeriodSeconds },
      });
    expect(shutdownMs(aPod('p', { metadata: { deletionGracePeriodSeconds: 30 } }))).toBe(500);
    expect(shutdownMs(withHook(15, 30))).toBe(15_500);
    expect(shutdownMs(withHook(60, 30))).toBe(30_000);
    expect(
      shutdownMs(
        aPod('p', {
          spec: {
            containers: [
              {
                name: 'c',
                lifecycle: { preStop: { exec: { command: ['sh', '-c', 'sleep 10'] } } },
              },
            ],
          },
        }),
      ),
    ).toBe(10_500);
  });
});

describe('a kubelet', () => {
  it('renews its lease every ten seconds of real time, and keeps its node ready in a fast simulation', async () => {
    const clock = new ManualClock(100);
    const cluster = await new TestCluster({ clock }).start();
    const name = cluster.bootNode(1);
    clock.advance(20_000);
    const renewedAt = () =>
      Date.parse(
        cluster.running.api.find(kinds.lease, 'kube-node-lease', name)?.spec?.renewTime ?? '',
      );
    const times = new Set<number>();
    for (let second = 0; second < 60; second += 1) {
      clock.advance(100_000);
      times.add(renewedAt());
    }
    expect(times.size).toBe(7);
    const [node] = cluster.running.api.list(kinds.node);
    const ready = node?.status?.conditions?.find(({ type }) => type === 'Ready');
    expect(ready?.status).toBe('True');
    await cluster.close();
  });

  it('reports another boot ID after a reboot, and the error of a GPU while there is one', async () => {
    const clock = new ManualClock(100);
    const cluster = await new TestCluster({ clock }).start();
    cluster.bootNode(1);
    const [instance] = cluster.instances.running;
    invariant(instance !== undefined, 'the instance is booted');
    const seen = () => {
      clock.advance(20_000);
      const { nodeInfo, conditions = [] } = cluster.running.api.list(kinds.node)[0]?.status ?? {};
      const gpu = conditions.find(({ type }) => type === 'AcceleratedHardwareReady');
      return { bootId: nodeInfo?.bootID, gpu: gpu && `${gpu.status} ${gpu.reason}` };
    };
    const first = seen();
    expect(first.gpu).toBeUndefined();
    cluster.instances.boot({ ...instance, gpuError: 'NvidiaXID48Error' });
    expect(seen()).toEqual({ ...first, gpu: 'False NvidiaXID48Error' });
    cluster.instances.disconnect(instance.instanceId);
    cluster.instances.boot({ ...instance, reboots: 1 });
    const second = seen();
    expect(second.gpu).toBeUndefined();
    expect(second.bootId).not.toBe(first.bootId);
    await cluster.close();
  });
});
