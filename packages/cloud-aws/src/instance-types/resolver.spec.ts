import type { MarkedOffering } from '@kerf/application';
import type { InstanceType } from '@kerf/engine';
import { describe, expect, it } from 'vitest';
import {
  first,
  g5Xlarge,
  given,
  m6gLarge,
  someFacts,
  someNodeClass,
  someResolution,
  someResolutionInput,
  someSettings,
  t3Large,
} from '../testing/builders.js';
import { createInstanceTypeResolver } from './resolver.js';

const mebibyte = 1024 * 1024;
const resolver = createInstanceTypeResolver();
const resolveOne = (...input: Parameters<typeof someResolutionInput>) =>
  first(resolver.resolve(someResolutionInput(...input)));

describe('113: the image of an instance type', () => {
  const { images } = someResolution();
  it.each([
    ['amd64', someFacts(), 'amd64', 'standard'],
    ['arm64', m6gLarge, 'arm64', 'standard'],
    ['GPUs', g5Xlarge, 'amd64', 'nvidia'],
  ])('is the newest one for %s', (_what, facts, architecture, variant) => {
    const image = given(resolver.imageOf(facts, images));
    expect(image).toMatchObject({ architecture, variant });
    const newer = { ...image, id: 'ami-newer' };
    expect(resolver.imageOf(facts, [newer, ...images])).toBe(newer);
  });

  it('is absent if none supports the type', () => {
    expect(resolver.imageOf(m6gLarge, [])).toBeNull();
  });
});

describe('capacity', () => {
  it("is equal to Karpenter's for an m5.xlarge", () => {
    const { capacity, allocatable } = resolveOne([someFacts()]);
    expect(capacity).toEqual({
      cpu: 4000,
      memory: 15_155 * mebibyte,
      pods: 58,
      'ephemeral-storage': 20 * 1024 * mebibyte,
      'vpc.amazonaws.com/pod-eni': 18,
    });
    expect(allocatable).toEqual({
      cpu: 3920,
      memory: 14_162 * mebibyte,
      pods: 58,
      'ephemeral-storage': 17 * 1024 * mebibyte,
      'vpc.amazonaws.com/pod-eni': 18,
    });
  });

  it('is 35 pods for a t3.large', () => {
    expect(resolveOne([t3Large]).capacity['pods']).toBe(35);
  });

  it("is reduced by 64 MiB on Graviton before the hypervisor's share", () => {
    expect(resolveOne([m6gLarge]).capacity['memory']).toBe((8128 - 610) * mebibyte);
  });

  it('has devices only for types with devices', () => {
    const neuron = someFacts({
      name: 'inf2.xlarge',
      accelerators: [{ name: 'Inferentia2', manufacturer: 'AWS', count: 2, cores: 2 }],
    });
    const resolution = someResolution({
      images: [{ ...first(someResolution().images), variant: 'neuron' }],
    });
    expect(resolveOne([g5Xlarge]).capacity).toMatchObject({ 'nvidia.com/gpu': 1 });
    expect(resolveOne([neuron], { resolution }).capacity).toMatchObject({
      'aws.amazon.com/neuron': 2,
      'aws.amazon.com/neuroncore': 4,
    });
    expect(resolveOne([someFacts()]).capacity).not.toHaveProperty('nvidia.com/gpu');
  });

  it.each([
    ['maxPods', { maxPods: 30 }, 30],
    ['podsPerCore below the interfaces', { podsPerCore: 10 }, 40],
    ['podsPerCore above the interfaces', { podsPerCore: 100 }, 58],
    ['podsPerCore below maxPods', { podsPerCore: 5, maxPods: 30 }, 20],
  ])('limits pods by %s', (_, kubelet, pods) => {
    const nodeClass = someNodeClass({ kubelet });
    expect(resolveOne([someFacts()], { nodeClass }).capacity['pods']).toBe(pods);
  });

  it('ignores podsPerCore on Bottlerocket', () => {
    const nodeClass = someNodeClass({
      amiFamily: 'Bottlerocket',
      amiSelectorTerms: [{ alias: 'bottlerocket@latest' }],
      kubelet: { podsPerCore: 1 },
    });
    expect(resolveOne([someFacts()], { nodeClass }).capacity['pods']).toBe(58);
  });

  it('has fewer pods with reserved network interfaces', () => {
    const pods = (reservedEnis: number) =>
      resolveOne([someFacts()], { settings: someSettings({ reservedEnis }) }).capacity['pods'];
    expect(pods(1)).toBe(44);
    expect(pods(4)).toBeUndefined();
  });

  it('reserves memory by interfaces on AL2023 and by pods on Bottlerocket', () => {
    const reservedMiB = (nodeClass: ReturnType<typeof someNodeClass>) => {
      const { capacity, allocatable } = resolveOne([someFacts()], { nodeClass });
      return (given(capacity['memory']) - given(allocatable['memory'])) / mebibyte - 100;
    };
    const kubelet = { maxPods: 20 };
    expect(reservedMiB(someNodeClass({ kubelet }))).toBe(11 * 58 + 255);
    expect(reservedMiB(someNodeClass({ kubelet, amiFamily: 'Bottlerocket' }))).toBe(11 * 20 + 255);
  });

  it('merges kubeReserved key by key', () => {
    const nodeClass = someNodeClass({
      kubelet: {
        kubeReserved: { cpu: '200m' },
        systemReserved: { cpu: '100m', memory: '1Gi', pid: '1000' },
      },
    });
    const { allocatable } = resolveOne([someFacts()], { nodeClass });
    expect(allocatable).toMatchObject({ cpu: 3700, memory: (14_162 - 1024) * mebibyte });
    expect(allocatable).not.toHaveProperty('pid');
  });

  it.each([
    ['a quantity', '1Gi', 1024],
    ['a share, rounded up to a byte', '5%', (15_155 * 5) / 100],
    ['all of it, which switches the signal off', '100%', 0],
  ])('keeps memory free by %s', (_, threshold, keptMiB) => {
    const nodeClass = someNodeClass({
      kubelet: { evictionHard: { 'memory.available': threshold } },
    });
    const { allocatable } = resolveOne([someFacts()], { nodeClass });
    expect(allocatable['memory']).toBe(Math.floor((15_155 - 893 - keptMiB) * mebibyte));
  });

  it('is never negative', () => {
    const nodeClass = someNodeClass({ kubelet: { systemReserved: { memory: '1Ti' } } });
    expect(resolveOne([someFacts()], { nodeClass }).allocatable['memory']).toBe(0);
  });
});

describe('expressions in the kubelet settings', () => {
  const everySetting = {
    maxPods: '((default_enis - 1) * (ips_per_eni - 1)) + 2',
    kubeReserved: { cpu: 'max(60, vcpus * 33)', memory: '11 * max_pods + 255' },
    systemReserved: { memory: 'memory_mib / 64', pid: '1000' },
  };

  it('determine pods and allocatable resources of each instance type', () => {
    const nodeClass = someNodeClass({ kubelet: everySetting });
    const { capacity, allocatable, kubeletReserves } = resolveOne([someFacts()], { nodeClass });
    expect(capacity['pods']).toBe(44);
    // 3 × 14 + 2 pods; 11 × 44 + 255 = 739 MiB, rounded up to 16; 4 × 33 = 132, rounded up to 10.
    expect(kubeletReserves).toEqual({
      kubeReserved: { cpu: '140m', memory: '752Mi' },
      systemReserved: { memory: '256Mi', pid: '1000' },
    });
    expect(allocatable['cpu']).toBe(3860);
    expect(allocatable['memory']).toBe((15_155 - 752 - 256 - 100) * mebibyte);
  });

  it('give no reserves to the user data if only the number of pods is one', () => {
    const nodeClass = someNodeClass({ kubelet: { maxPods: 'max_pods - 8' } });
    const type = resolveOne([someFacts()], { nodeClass });
    expect(type.capacity['pods']).toBe(50);
    expect(type).not.toHaveProperty('kubeletReserves');
  });

  it('leave out the types for which one has no usable value, and say so', () => {
    const nodeClass = someNodeClass({ kubelet: { kubeReserved: { cpu: '(vcpus - 3) * 100' } } });
    const input = someResolutionInput([t3Large, someFacts()], { nodeClass });
    expect(resolver.resolve(input).map(({ name }) => name)).toEqual(['m5.xlarge']);
    expect(resolver.gapsOf(input).instanceTypes.map(({ name, cause }) => [name, cause])).toEqual([
      [
        't3.large',
        {
          kind: 'Setting',
          field: 'spec.kubelet.kubeReserved[cpu]',
          value: '(vcpus - 3) * 100 (is -100 instead of a number from 0 to 2147483647)',
        },
      ],
    ]);
  });
});

describe('ephemeral storage', () => {
  const storageOf = (...input: Parameters<typeof someResolutionInput>) =>
    given(resolveOne(...input).capacity['ephemeral-storage']) / (1024 * mebibyte);
  const data = { deviceName: '/dev/xvdb', ebs: { volumeSize: '200Gi' } };

  it('is the root volume of the EC2NodeClass', () => {
    const blockDeviceMappings = [data, { rootVolume: true, ebs: { volumeSize: '80Gi' } }];
    expect(storageOf([someFacts()], { nodeClass: someNodeClass({ blockDeviceMappings }) })).toBe(
      80,
    );
  });

  it('is the family’s own device otherwise', () => {
    const blockDeviceMappings = [{ deviceName: '/dev/xvda', ebs: { volumeSize: '50Gi' } }, data];
    const al2023 = someNodeClass({ blockDeviceMappings });
    const bottlerocket = someNodeClass({ blockDeviceMappings, amiFamily: 'Bottlerocket' });
    const custom = someNodeClass({ blockDeviceMappings, amiFamily: 'Custom' });
    expect(storageOf([someFacts()], { nodeClass: al2023 })).toBe(50);
    expect(storageOf([someFacts()], { nodeClass: bottlerocket })).toBe(200);
    expect(storageOf([someFacts()], { nodeClass: custom })).toBe(200);
  });

  it('is 20 GiB without a size', () => {
    const blockDeviceMappings = [{ deviceName: '/dev/xvda', ebs: { snapshotID: 'snap-1' } }];
    expect(storageOf([someFacts()], { nodeClass: someNodeClass({ blockDeviceMappings }) })).toBe(
      20,
    );
  });

  it('is the RAID 0 of local disks if the EC2NodeClass sets it', () => {
    const nodeClass = someNodeClass({ instanceStorePolicy: 'RAID0' });
    expect(resolveOne([g5Xlarge], { nodeClass }).capacity['ephemeral-storage']).toBe(250e9);
    expect(storageOf([someFacts()], { nodeClass })).toBe(20);
  });
});

describe('labels', () => {
  it('have a value or do not exist for every key', () => {
    const { labels } = resolveOne([g5Xlarge]);
    expect(labels).toMatchObject({
      'node.kubernetes.io/instance-type': ['g5.xlarge'],
      'kubernetes.io/arch': ['amd64'],
      'kubernetes.io/os': ['linux'],
      'topology.kubernetes.io/region': ['us-east-1'],
      'topology.kubernetes.io/zone': ['us-east-1a', 'us-east-1b'],
      'topology.k8s.aws/zone-id': ['use1-az1', 'use1-az2'],
      'karpenter.sh/capacity-type': ['on-demand', 'spot'],
      'karpenter.k8s.aws/instance-category': ['g'],
      'karpenter.k8s.aws/instance-generation': ['5'],
      'karpenter.k8s.aws/instance-family': ['g5'],
      'karpenter.k8s.aws/instance-size': ['xlarge'],
      'karpenter.k8s.aws/instance-capability-flex': ['false'],
      'karpenter.k8s.aws/instance-cpu': ['4'],
      'karpenter.k8s.aws/instance-cpu-manufacturer': ['amd'],
      'karpenter.k8s.aws/instance-cpu-sustained-clock-speed-mhz': ['3100'],
      'karpenter.k8s.aws/instance-memory': ['16384'],
      'karpenter.k8s.aws/instance-ebs-bandwidth': ['4750'],
      'karpenter.k8s.aws/instance-network-bandwidth': ['1250'],
      'karpenter.k8s.aws/instance-local-nvme': ['250'],
      'karpenter.k8s.aws/instance-hypervisor': ['nitro'],
      'karpenter.k8s.aws/instance-gpu-name': ['a10g'],
      'karpenter.k8s.aws/instance-gpu-manufacturer': ['nvidia'],
      'karpenter.k8s.aws/instance-gpu-count': ['1'],
      'karpenter.k8s.aws/instance-gpu-memory': ['22888'],
      'karpenter.k8s.aws/instance-accelerator-count': [],
      'karpenter.k8s.aws/instance-tenancy': ['default', 'dedicated'],
      'karpenter.k8s.aws/capacity-reservation-id': [],
      'node.kubernetes.io/windows-build': [],
    });
  });

  it('include every well-known key except the NodePool', () => {
    const { labels } = resolveOne([someFacts()]);
    const unfilled = resolver.wellKnownLabels.filter((key) => !(key in labels));
    expect(unfilled).toEqual(['karpenter.sh/nodepool']);
  });

  it.each([
    ['u-6tb1.metal', { category: 'u', generation: '1', family: 'u-6tb1', size: 'metal' }],
    [
      'u7i-12tb.224xlarge',
      { category: 'u', generation: '7', family: 'u7i-12tb', size: '224xlarge' },
    ],
    ['m7i-flex.large', { category: 'm', generation: '7', family: 'm7i-flex', size: 'large' }],
    ['x2iedn.32xlarge', { category: 'x', generation: '2', family: 'x2iedn', size: '32xlarge' }],
    ['trn1n.32xlarge', { category: 'trn', generation: '1', family: 'trn1n', size: '32xlarge' }],
    ['mac2-m2pro.metal', { category: 'mac', generation: '2', family: 'mac2-m2pro', size: 'metal' }],
  ])('reads the name %s', (name, { category, generation, family, size }) => {
    expect(resolveOne([someFacts({ name })]).labels).toMatchObject({
      'karpenter.k8s.aws/instance-category': [category],
      'karpenter.k8s.aws/instance-generation': [generation],
      'karpenter.k8s.aws/instance-family': [family],
      'karpenter.k8s.aws/instance-size': [size],
    });
  });

  it('have no GPU name for a type with several kinds of GPUs', () => {
    const gpu = first(g5Xlarge.gpus);
    const facts = { ...g5Xlarge, gpus: [gpu, { ...gpu, name: 'T4' }] };
    expect(resolveOne([facts]).labels['karpenter.k8s.aws/instance-gpu-count']).toEqual([]);
  });

  it('omit unknown values', () => {
    const facts = someFacts({ networkBandwidthMbps: null, clockGhz: null, hypervisor: null });
    expect(resolveOne([facts]).labels).toMatchObject({
      'karpenter.k8s.aws/instance-network-bandwidth': [],
      'karpenter.k8s.aws/instance-cpu-sustained-clock-speed-mhz': [],
      'karpenter.k8s.aws/instance-hypervisor': [''],
    });
  });

  it('have OS and build for Windows', () => {
    const nodeClass = someNodeClass({ amiSelectorTerms: [{ alias: 'windows2022@latest' }] });
    const type = resolveOne([someFacts()], { nodeClass });
    expect(type.labels).toMatchObject({
      'kubernetes.io/os': ['windows'],
      'node.kubernetes.io/windows-build': ['10.0.20348'],
    });
    expect(type.capacity).toMatchObject({ pods: 110, 'vpc.amazonaws.com/PrivateIPv4Address': 14 });
  });
});

describe('offerings', () => {
  it('exist in the zones of the subnets, with prices', () => {
    const spotPrices = [
      { instanceType: 'm5.xlarge', zone: 'us-east-1b', priceMicroUsdPerHour: 70_000, at: 0 },
      { instanceType: 'm5.xlarge', zone: 'us-east-1c', priceMicroUsdPerHour: 60_000, at: 0 },
    ];
    const { offerings } = resolveOne([someFacts()], { spotPrices });
    const summary = offerings.map(
      (one) => `${one.zoneId} ${one.capacityType} ${one.priceMicroUsdPerHour} ${one.available}`,
    );
    expect(summary).toEqual([
      'use1-az1 on-demand 192000 true',
      'use1-az1 spot null true',
      'use1-az2 on-demand 192000 true',
      'use1-az2 spot 70000 true',
    ]);
  });

  it('keep a type without a price, unavailable', () => {
    const { offerings } = resolveOne([someFacts({ onDemandMicroUsdPerHour: null })], {
      spotPrices: [
        { instanceType: 'c5.large', zone: 'us-east-1a', priceMicroUsdPerHour: 9_000, at: 0 },
      ],
    });
    expect(offerings.map((one) => one.priceMicroUsdPerHour)).toEqual([null, null, null, null]);
  });

  const refusal = (code: string) => ({
    instanceType: 'm5.xlarge',
    zone: 'us-east-1a',
    capacityType: 'spot' as const,
    code,
    until: 5_000,
  });
  it.each([
    ['one offering without capacity', 'InsufficientInstanceCapacity', ['1a spot']],
    ['a zone without addresses', 'InsufficientFreeAddressesInSubnet', ['1a on-demand', '1a spot']],
    [
      'an account that may not use spot',
      'AuthFailure.ServiceLinkedRoleCreationNotPermitted',
      ['1a spot', '1b spot'],
    ],
  ])('are not available in %s', (_, code, closed) => {
    const { offerings } = resolveOne([someFacts()], { unavailable: [refusal(code)] });
    const summary = offerings
      .filter(({ available }) => !available)
      .map(({ zone, capacityType }) => `${zone.slice(-2)} ${capacityType}`);
    expect(summary).toEqual(closed);
  });

  it('are not available in a zone that traffic is shifted away from, until the shift ends', () => {
    const zoneIdOf = (letter: string) =>
      given(someResolution().subnets.find(({ zone }) => zone.endsWith(letter))).zoneId;
    const summaryWith = (until: number | null, unavailable: readonly MarkedOffering[] = []) => {
      const zonalShifts = [{ zoneId: zoneIdOf('1a'), until }];
      const { offerings } = resolveOne([someFacts()], { unavailable, zonalShifts });
      return offerings.map((one) => [
        one.zone.slice(-2),
        one.available,
        one.isShifted ?? false,
        one.unavailableUntil ?? null,
      ]);
    };
    const free = ['1b', true, false, null];
    const shifted = (until: number | null) => ['1a', false, true, until];
    expect(summaryWith(5_000)).toEqual([shifted(5_000), shifted(5_000), free, free]);
    expect(summaryWith(null)).toEqual([shifted(null), shifted(null), free, free]);
    const mark = { ...refusal('InsufficientFreeAddressesInSubnet'), until: 9_000 };
    expect(summaryWith(5_000, [mark])).toEqual([shifted(9_000), shifted(9_000), free, free]);
  });

  it('have the time at which the last mark of missing capacity expires', () => {
    const unavailable = [
      { ...refusal('InsufficientInstanceCapacity'), until: 5_000 },
      { ...refusal('InsufficientFreeAddressesInSubnet'), instanceType: 'c5.large', until: 9_000 },
    ];
    const { offerings } = resolveOne([someFacts()], { unavailable });
    const summary = offerings.map((one) => [one.zone.slice(-2), one.unavailableUntil ?? null]);
    expect(summary).toEqual([
      ['1a', 9_000],
      ['1a', 9_000],
      ['1b', null],
      ['1b', null],
    ]);
  });
});

describe('instance types of an EC2NodeClass', () => {
  const names = (...input: Parameters<typeof someResolutionInput>) =>
    resolver.resolve(someResolutionInput(...input)).map(({ name }) => name);
  const all = [someFacts(), m6gLarge, g5Xlarge];

  it('need an image for architecture and devices', () => {
    const { images } = someResolution();
    const only = (id: string) =>
      someResolution({ images: images.filter((image) => image.id === id) });
    expect(names(all)).toEqual(['m5.xlarge', 'm6g.large', 'g5.xlarge']);
    expect(names(all, { resolution: only('ami-arm64') })).toEqual(['m6g.large']);
    expect(names(all, { resolution: only('ami-nvidia') })).toEqual(['g5.xlarge']);
  });

  it('need a common zone', () => {
    expect(names([someFacts({ zones: ['us-east-1c'] }), m6gLarge])).toEqual(['m6g.large']);
  });

  it('need Nitro for connection tracking', () => {
    const nodeClass = someNodeClass({ connectionTracking: { udpTimeout: 60 } });
    const xen = someFacts({ name: 'm4.xlarge', hypervisor: 'xen' });
    expect(names([xen, m6gLarge], { nodeClass })).toEqual(['m6g.large']);
  });

  it('need the listed network cards, and count their EFA interfaces', () => {
    const nodeClass = someNodeClass({
      networkInterfaces: [
        { networkCardIndex: 0, deviceIndex: 0, interfaceType: 'interface' },
        { networkCardIndex: 1, deviceIndex: 1, interfaceType: 'efa-only' },
      ],
    });
    const card = { maximumInterfaces: 15 };
    const wide = someFacts({ name: 'p4d.24xlarge', networkCards: [card, card], efaInterfaces: 4 });
    expect(names([...all, wide], { nodeClass })).toEqual(['p4d.24xlarge']);
    expect(resolveOne([wide], { nodeClass }).capacity['vpc.amazonaws.com/efa']).toBe(1);
    expect(resolveOne([wide]).capacity['vpc.amazonaws.com/efa']).toBe(4);
  });

  it('need ENA for listed network cards', () => {
    const nodeClass = someNodeClass({
      networkInterfaces: [{ networkCardIndex: 0, deviceIndex: 0, interfaceType: 'interface' }],
    });
    const without = someFacts({ name: 'm4.xlarge', ena: false });
    expect(names([without, someFacts({ ena: true })], { nodeClass })).toEqual(['m5.xlarge']);
    expect(names([without])).toEqual(['m4.xlarge']);
  });

  it('need nested virtualization if it is enabled', () => {
    const types = [
      someFacts({ nestedVirtualization: false }),
      someFacts({ name: 'm8i.xlarge', nestedVirtualization: true }),
    ];
    const withNested = (nestedVirtualization: 'enabled' | 'disabled') =>
      names(types, { nodeClass: someNodeClass({ cpuOptions: { nestedVirtualization } }) });
    expect(withNested('enabled')).toEqual(['m8i.xlarge']);
    expect(withNested('disabled')).toEqual(['m5.xlarge', 'm8i.xlarge']);
  });

  it('need support of Nitro Enclaves if they are enabled', () => {
    const types = [someFacts({ nitroEnclaves: false }), someFacts({ name: 'm6i.xlarge' })];
    const withEnclaves = (enabled: boolean) =>
      names(types, { nodeClass: someNodeClass({ enclaveOptions: { enabled } }) });
    expect(withEnclaves(true)).toEqual(['m6i.xlarge']);
    expect(withEnclaves(false)).toEqual(['m5.xlarge', 'm6i.xlarge']);
  });

  it('need the strategy of the placement group', () => {
    const types = [
      someFacts({ placementStrategies: ['cluster', 'partition', 'spread'] }),
      someFacts({ name: 't3.xlarge', placementStrategies: ['partition', 'spread'] }),
    ];
    const within = (strategy: 'cluster' | 'spread') =>
      names(types, {
        resolution: someResolution({
          placementGroup: { id: 'pg-1', name: 'db', strategy, partitionCount: null },
        }),
      });
    expect(within('cluster')).toEqual(['m5.xlarge']);
    expect(within('spread')).toEqual(['m5.xlarge', 't3.xlarge']);
  });

  it('exclude a1 on Amazon Linux 2023', () => {
    const a1 = someFacts({ name: 'a1.large', architectures: ['arm64'] });
    const on = (alias: string) =>
      names([a1, m6gLarge], { nodeClass: someNodeClass({ amiSelectorTerms: [{ alias }] }) });
    expect(on('al2023@latest')).toEqual(['m6g.large']);
    expect(on('al2@latest')).toEqual(['a1.large', 'm6g.large']);
  });

  it('include those of a catalog from before these facts were read', () => {
    const nodeClass = someNodeClass({
      cpuOptions: { nestedVirtualization: 'enabled' },
      networkInterfaces: [{ networkCardIndex: 0, deviceIndex: 0, interfaceType: 'interface' }],
    });
    const resolution = someResolution({
      placementGroup: { id: 'pg-1', name: 'db', strategy: 'cluster', partitionCount: null },
    });
    expect(names([someFacts()], { nodeClass, resolution })).toEqual(['m5.xlarge']);
  });

  it('are none if nothing is resolved', () => {
    const resolution = someResolution({ subnets: [], images: [] });
    expect(names(all, { resolution })).toEqual([]);
  });
});

describe('the memory that nodes report', () => {
  const reported = (imageId: string, memoryBytes: number) => ({
    instanceType: 'm5.xlarge',
    imageId,
    memoryBytes,
  });
  const estimate = resolveOne([someFacts()]);

  it('replaces the estimate of instance types with the same image', () => {
    const memory = 15_900 * mebibyte;
    const learned = resolveOne([someFacts()], { learnedMemory: [reported('ami-amd64', memory)] });
    expect(learned.capacity).toEqual({ ...estimate.capacity, memory });
    const reserved = (type: InstanceType) =>
      (type.capacity['memory'] ?? 0) - (type.allocatable['memory'] ?? 0);
    expect(reserved(learned)).toBe(reserved(estimate));
    const other = [
      reported('ami-old', memory),
      { ...reported('ami-arm64', 1), instanceType: 'm6g.large' },
    ];
    expect(resolveOne([someFacts()], { learnedMemory: other })).toEqual(estimate);
  });

  it('replaces the types of before', () => {
    const before = resolver.resolve(someResolutionInput([someFacts(), m6gLarge]));
    const learnedMemory = [reported('ami-amd64', 15_900 * mebibyte)];
    const input = someResolutionInput([someFacts(), m6gLarge], { learnedMemory });
    const after = resolver.resolve(input, before);
    expect(after[0]?.capacity['memory']).toBe(15_900 * mebibyte);
    expect(after[1]).toBe(before[1]);
    expect(resolver.resolve(input, after)[0]).toBe(after[0]);
  });
});

describe('catalog gaps of an EC2NodeClass', () => {
  const gapsOf = (...input: Parameters<typeof someResolutionInput>) =>
    resolver.gapsOf(someResolutionInput(...input));
  const away = someFacts({ name: 'm7i.large', zones: ['us-east-1c'] });

  it('are zones without a subnet, and types with the reason why they cannot be launched', () => {
    const nodeClass = someNodeClass({ connectionTracking: { udpTimeout: 60 } });
    const { images } = someResolution();
    const resolution = someResolution({ images: images.slice(0, 1) });
    const xen = someFacts({ name: 'm4.xlarge', hypervisor: 'xen' });
    const gaps = gapsOf([someFacts(), m6gLarge, g5Xlarge, xen, away], { nodeClass, resolution });
    expect(gaps.zones).toEqual(['us-east-1c']);
    expect(gaps.instanceTypes.map(({ name, cause }) => [name, cause])).toEqual([
      ['m6g.large', { kind: 'NoImage', architectures: ['arm64'], variant: 'standard' }],
      ['g5.xlarge', { kind: 'NoImage', architectures: ['amd64'], variant: 'nvidia' }],
      ['m4.xlarge', { kind: 'Network' }],
      ['m7i.large', { kind: 'NoSubnet', zones: ['us-east-1c'] }],
    ]);
  });

  it('name the setting that a type does not support', () => {
    const causeOf = (...input: Parameters<typeof someResolutionInput>) =>
      first(gapsOf(...input).instanceTypes).cause;
    const cluster = { id: 'pg-1', name: 'db', strategy: 'cluster', partitionCount: null } as const;
    expect(
      causeOf([someFacts({ nestedVirtualization: false })], {
        nodeClass: someNodeClass({ cpuOptions: { nestedVirtualization: 'enabled' } }),
      }),
    ).toEqual({ kind: 'Setting', field: 'spec.cpuOptions.nestedVirtualization', value: 'enabled' });
    expect(
      causeOf([someFacts({ nitroEnclaves: false })], {
        nodeClass: someNodeClass({ enclaveOptions: { enabled: true } }),
      }),
    ).toEqual({ kind: 'Setting', field: 'spec.enclaveOptions.enabled', value: 'true' });
    expect(
      causeOf([someFacts({ placementStrategies: ['spread'] })], {
        resolution: someResolution({ placementGroup: cluster }),
      }),
    ).toEqual({ kind: 'Setting', field: 'spec.placementGroupSelector', value: 'cluster' });
    expect(causeOf([someFacts({ name: 'a1.large', architectures: ['arm64'] })])).toEqual({
      kind: 'Setting',
      field: 'spec.amiSelectorTerms',
      value: 'AL2023',
    });
  });

  it('have labels and capacity that do not depend on the EC2NodeClass', () => {
    const resolution = someResolution({ images: [] });
    const gap = first(gapsOf([g5Xlarge], { resolution }).instanceTypes);
    expect(gap.labels).toMatchObject({
      'node.kubernetes.io/instance-type': ['g5.xlarge'],
      'karpenter.k8s.aws/instance-category': ['g'],
      'kubernetes.io/arch': ['amd64'],
      'topology.kubernetes.io/zone': ['us-east-1a', 'us-east-1b', 'us-east-1c'],
    });
    expect(gap.labels).not.toHaveProperty('kubernetes.io/os');
    expect(gap.capacity).toMatchObject({ cpu: 4_000, 'nvidia.com/gpu': 1 });
  });

  it('complete the launchable types to all types of the region', () => {
    const nowhere = someFacts({ name: 'm1.small', zones: [] });
    const input = someResolutionInput([someFacts(), m6gLarge, away, nowhere]);
    const names = [...resolver.resolve(input), ...resolver.gapsOf(input).instanceTypes].map(
      ({ name }) => name,
    );
    expect(names.toSorted()).toEqual(['m5.xlarge', 'm6g.large', 'm7i.large']);
  });
});

describe('previous instance types', () => {
  it('are returned as the same objects unless their offerings changed', () => {
    const all = [someFacts(), m6gLarge];
    const before = resolver.resolve(someResolutionInput(all));
    const [zone] = before[0]?.offerings.map((offering) => offering.zone) ?? [];
    const input = someResolutionInput(all, {
      unavailable: [
        {
          instanceType: 'm5.xlarge',
          zone: given(zone),
          capacityType: 'spot',
          code: 'NoRoom',
          until: 5_000,
        },
      ],
    });
    const after = resolver.resolve(input, before);
    expect(after).toEqual(resolver.resolve(input));
    expect(after[0]).not.toBe(before[0]);
    expect(after[1]).toBe(before[1]);
  });
});
