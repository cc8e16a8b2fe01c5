import { labelKeys } from '@kerf/core';
import type { CatalogGaps, UnlaunchableType } from '@kerf/engine';
import {
  anInstanceType,
  anOffering,
  type InstanceTypeBuilder,
} from '../builders/instance-type-builder.js';
import { aNodePool, type NodePoolBuilder } from '../builders/node-pool-builder.js';
import { aPod } from '../builders/pod-builder.js';
import { aSnapshot, type SnapshotBuilder } from '../builders/snapshot-builder.js';

const { arch, zone } = labelKeys;
export const category = 'karpenter.k8s.aws/instance-category';
export const size = 'karpenter.k8s.aws/instance-size';
export const gpu = 'nvidia.com/gpu';
const [a, b] = ['us-east-1a', 'us-east-1b'];

/** The unschedulable pod of every scenario. */
export const lone = aPod('lone');

/** A NodePool with on-demand types of the categories c and m, of the EC2NodeClass `company`. */
export const general: NodePoolBuilder = aNodePool('general')
  .withTemplate({ nodeClassName: 'company' })
  .requiring(category, 'In', ['c', 'm']);

/** Returns a type by its name, in two zones; `r5.large` has the category r and the size large. */
export function typeNamed(name: string, cpus: number, memoryGib: number): InstanceTypeBuilder {
  const [family = '', ownSize = ''] = name.split('.');
  return anInstanceType(name)
    .with({ milliCpu: cpus * 1_000, memoryMib: memoryGib * 1_024, pods: 20 })
    .labelled(category, family.slice(0, 1))
    .labelled(size, ownSize)
    .offered(
      ...[a, b].flatMap((where) => [
        anOffering(where, 'on-demand', cpus * 50_000),
        anOffering(where, 'spot', cpus * 20_000),
      ]),
    );
}

export const types: readonly InstanceTypeBuilder[] = [
  typeNamed('c5.large', 2, 4),
  typeNamed('m5.xlarge', 4, 16),
  typeNamed('m6g.large', 2, 8).labelled(arch, 'arm64'),
  typeNamed('r5.4xlarge', 16, 128),
  typeNamed('g5.xlarge', 4, 16).with({ [gpu]: 1 }),
];

const unlaunchable = (
  name: string,
  cause: UnlaunchableType['cause'],
  more: Partial<UnlaunchableType> = {},
): UnlaunchableType => ({
  name,
  labels: {
    [labelKeys.instanceType]: [name],
    [category]: [name.slice(0, 1)],
    [size]: [name.split('.')[1] ?? ''],
    [arch]: ['amd64'],
    [zone]: [a, b],
  },
  capacity: { cpu: 96_000, pods: 100 },
  cause,
  ...more,
});

/** The region has a zone without subnets of the NodeClass, and types that it cannot launch. */
export const gaps: CatalogGaps = {
  zones: ['us-east-1e'],
  instanceTypes: [
    unlaunchable('c6a.large', {
      kind: 'Setting',
      field: 'spec.cpuOptions.nestedVirtualization',
      value: 'enabled',
    }),
    unlaunchable('c6i.metal', { kind: 'Network' }),
    unlaunchable('c7x.large', { kind: 'NoSubnet', zones: ['us-east-1e'] }),
    unlaunchable(
      'm9n.large',
      { kind: 'NoImage', architectures: ['amd64'], variant: 'neuron' },
      {
        capacity: { cpu: 4_000, pods: 20, 'aws.amazon.com/neuron': 1 },
      },
    ),
    unlaunchable('p4d.24xlarge', {
      kind: 'NoImage',
      architectures: ['amd64'],
      variant: 'nvidia',
    }),
  ],
};

/** The pod in a cluster with the NodePool `general`. */
export const generalCluster: SnapshotBuilder = withGaps(
  aSnapshot()
    .withPods(lone)
    .withNodePools(general)
    .withInstanceTypes(...types),
  'general',
);

/** Sets what the NodeClass of these NodePools cannot launch in the region. */
export function withGaps(snapshot: SnapshotBuilder, ...pools: readonly string[]): SnapshotBuilder {
  return snapshot
    .withSettings({ wellKnownLabels: [category, size] })
    .with({ catalogGapsByNodePool: Object.fromEntries(pools.map((pool) => [pool, gaps])) });
}
