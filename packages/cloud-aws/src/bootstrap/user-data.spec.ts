import { execFileSync } from 'node:child_process';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { first } from '../testing/builders.js';
import type { BootstrapInput } from './bootstrap-input.js';
import { readMime } from './mime.js';
import { writeUserData } from './user-data.js';

const plain: BootstrapInput = {
  cluster: {
    name: 'prod',
    endpoint: 'https://prod.eks.example',
    certificateAuthority: 'Y2E=',
    serviceCidr: '10.100.0.0/16',
    dnsIp: '10.100.0.10',
  },
  labels: {
    'karpenter.sh/nodepool': 'default',
    'karpenter.sh/capacity-type': 'spot',
    'app.kubernetes.io/part-of': 'refused-by-the-kubelet',
  },
  taints: [
    { key: 'nvidia.com/gpu', value: 'true', effect: 'NoSchedule' },
    { key: 'karpenter.sh/unregistered', value: '', effect: 'NoExecute' },
  ],
  maxPods: 58,
  kubelet: {},
  stripesLocalDisks: false,
  customUserData: '',
};
const full: BootstrapInput = {
  ...plain,
  kubelet: {
    clusterDNS: ['10.0.0.53'],
    podsPerCore: 10,
    systemReserved: { cpu: '100m', memory: '200Mi' },
    kubeReserved: { cpu: '200m' },
    evictionHard: { 'memory.available': '5%', 'nodefs.available': '10%' },
    evictionSoft: { 'memory.available': '10%' },
    evictionSoftGracePeriod: { 'memory.available': '1m' },
    evictionMaxPodGracePeriod: 60,
    imageGCHighThresholdPercent: 85,
    imageGCLowThresholdPercent: 80,
    cpuCFSQuota: false,
  },
  stripesLocalDisks: true,
};
const write = (family: Parameters<typeof writeUserData>[0], input: BootstrapInput) => {
  const written = writeUserData(family, input);
  if (!written.ok) expect.fail(written.error.message);
  return written.value;
};
const partsOf = (text: string) => {
  const parts = readMime(text);
  if (!parts.ok) expect.fail(parts.error);
  return parts.value;
};

describe('golden user data', () => {
  it.each([
    ['al2023-plain', 'AL2023', plain],
    ['al2023-full', 'AL2023', full],
    ['al2023-custom-script', 'AL2023', { ...plain, customUserData: '#!/bin/bash\necho hello\n' }],
    ['al2-plain', 'AL2', plain],
    ['al2-full', 'AL2', full],
    ['bottlerocket-plain', 'Bottlerocket', plain],
    ['bottlerocket-full', 'Bottlerocket', full],
    ['windows-plain', 'Windows2022', plain],
    ['windows-full', 'Windows2022', { ...full, customUserData: 'Write-Host "hello"' }],
  ] as const)('%s', async (name, family, input) => {
    await expect(write(family, input)).toMatchFileSnapshot(`./golden/${name}.txt`);
  });
});

describe('AL2023', () => {
  it('has cluster, maximum of pods and taints for nodeadm', () => {
    const [part] = partsOf(write('AL2023', plain));
    expect(part?.headers).toEqual(['Content-Type: application/node.eks.aws']);
    expect(parseYaml(part?.body ?? '')).toMatchObject({
      kind: 'NodeConfig',
      spec: {
        cluster: { name: 'prod', cidr: '10.100.0.0/16', certificateAuthority: 'Y2E=' },
        kubelet: {
          config: {
            clusterDNS: ['10.100.0.10'],
            maxPods: 58,
            registerWithTaints: [
              { key: 'nvidia.com/gpu', value: 'true', effect: 'NoSchedule' },
              { key: 'karpenter.sh/unregistered', effect: 'NoExecute' },
            ],
          },
        },
      },
    });
  });

  it('puts the parts of the EC2NodeClass first, each with its own type', () => {
    const multipart = [
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary="BOUNDARY"',
      '',
      '--BOUNDARY',
      'Content-Type: text/x-shellscript; charset="us-ascii"',
      '',
      '#!/bin/sh',
      'echo one',
      '',
      '--BOUNDARY',
      'Content-Type: application/node.eks.aws',
      '',
      'apiVersion: node.eks.aws/v1alpha1',
      '--BOUNDARY--',
    ].join('\n');
    const parts = partsOf(write('AL2023', { ...plain, customUserData: multipart }));
    expect(parts.map(({ body }) => body.trim().split('\n')[0])).toEqual([
      '#!/bin/sh',
      'apiVersion: node.eks.aws/v1alpha1',
      'apiVersion: node.eks.aws/v1alpha1',
    ]);
  });

  it.each([
    [
      'a NodeConfig',
      'apiVersion: node.eks.aws/v1alpha1\nkind: NodeConfig',
      'application/node.eks.aws',
    ],
    [
      'a NodeConfig in JSON',
      '{"kind": "NodeConfig", "apiVersion": "node.eks.aws/v1alpha1", "spec": {}}',
      'application/node.eks.aws',
    ],
    ['a script', '#!/bin/bash\n# apiVersion: node.eks.aws/v1', 'text/x-shellscript'],
  ])('knows %s without mail headers', (_, customUserData, type) => {
    const [part] = partsOf(write('AL2023', { ...plain, customUserData }));
    expect(part?.headers[0]).toContain(type);
  });

  it('refuses a MIME document without parts', () => {
    const customUserData = 'MIME-Version: 1.0\nContent-Type: text/plain\n\nhello';
    expect(writeUserData('AL2023', { ...plain, customUserData })).toMatchObject({
      ok: false,
      error: { reason: 'UserDataInvalid' },
    });
  });
});

describe('AL2', () => {
  it.each([plain, full, { ...full, cluster: { ...plain.cluster, name: `it's; $(rm -rf /)` } }])(
    'is a script that a shell can read',
    (input) => {
      const script = first(partsOf(write('AL2', input)));
      const bare = script.body
        .replace(/^exec .*$/m, '')
        .replace('/etc/eks/bootstrap.sh', 'printf "%s\\n"');
      const words = execFileSync('bash', ['-c', bare], { encoding: 'utf8', stdio: 'pipe' });
      expect(words.split('\n')).toEqual(expect.arrayContaining([input.cluster.name, 'Y2E=']));
    },
  );

  it('has the IP family of a cluster with IPv6 services', () => {
    const cluster = { ...plain.cluster, serviceCidr: 'fd00::/108', dnsIp: 'fd00::a' };
    expect(write('AL2', { ...plain, cluster })).toContain(
      "--ip-family ipv6 --dns-cluster-ip 'fd00::a'",
    );
  });
});

describe('Bottlerocket', () => {
  it("merges the cluster's settings over those of the EC2NodeClass", () => {
    const customUserData = [
      '[settings.kubernetes]',
      'cluster-name = "forged"',
      'registry-qps = 10',
      '[settings.kubernetes.node-labels]',
      'team = "search"',
      '[settings.host-containers.admin]',
      'enabled = true',
    ].join('\n');
    expect(parseToml(write('Bottlerocket', { ...plain, customUserData }))).toMatchObject({
      settings: {
        kubernetes: {
          'cluster-name': 'prod',
          'registry-qps': 10,
          'max-pods': 58,
          'node-labels': { team: 'search', 'karpenter.sh/nodepool': 'default' },
          'node-taints': {
            'nvidia.com/gpu': ['true:NoSchedule'],
            'karpenter.sh/unregistered': [':NoExecute'],
          },
        },
        'host-containers': { admin: { enabled: true } },
      },
    });
  });

  it('has the taints and reserved resources that are planned with, and no others', () => {
    const customUserData = [
      '[settings.kubernetes.node-taints]',
      'dedicated = ["search:NoSchedule"]',
      '[settings.kubernetes.system-reserved]',
      'memory = "2Gi"',
      '[settings.kubernetes.kube-reserved]',
      'memory = "1Gi"',
      '[settings.kubernetes.eviction-hard]',
      '"nodefs.available" = "20%"',
    ].join('\n');
    const kubelet = { systemReserved: { cpu: '100m' }, evictionHard: { 'memory.available': '5%' } };
    const written = parseToml(write('Bottlerocket', { ...plain, kubelet, customUserData }));
    expect(written).toHaveProperty('settings.kubernetes.node-taints', {
      'nvidia.com/gpu': ['true:NoSchedule'],
      'karpenter.sh/unregistered': [':NoExecute'],
    });
    expect(written).toHaveProperty('settings.kubernetes.system-reserved', { cpu: '100m' });
    expect(written).toHaveProperty('settings.kubernetes.eviction-hard', {
      'memory.available': '5%',
    });
    // The EC2NodeClass says nothing else about it.
    expect(written).toHaveProperty('settings.kubernetes.kube-reserved', { memory: '1Gi' });
  });

  it('refuses invalid TOML with its position', () => {
    const written = writeUserData('Bottlerocket', { ...plain, customUserData: 'settings = [' });
    expect(written).toMatchObject({
      ok: false,
      error: { reason: 'UserDataInvalid', message: expect.stringContaining('not valid TOML') },
    });
  });
});

describe('every family', () => {
  it('keeps custom user data unchanged', () => {
    expect(write('Custom', { ...plain, customUserData: 'anything\r\n at all ' })).toBe(
      'anything\r\n at all ',
    );
  });

  it('sets only labels that the kubelet may set on itself', () => {
    const written = write('AL2023', plain);
    expect(written).not.toContain('app.kubernetes.io/part-of');
    expect(written).toContain('karpenter.sh/do-not-sync-taints=true');
  });

  it('quotes for PowerShell', () => {
    const cluster = { ...plain.cluster, name: `it's` };
    expect(write('Windows2019', { ...plain, cluster })).toContain(`-EKSClusterName 'it''s'`);
  });

  it('refuses user data that is too large for EC2', () => {
    const customUserData = `#!/bin/sh\n# ${'x'.repeat(16 * 1024)}`;
    expect(writeUserData('AL2', { ...plain, customUserData })).toMatchObject({
      ok: false,
      error: { reason: 'UserDataSizeLimitExceeded' },
    });
  });
});
