import type { ManifestContext } from '@kerf/application';
import { labelKeys } from '@kerf/core';
import type { LastExclusion } from '@kerf/engine';
import { describe, expect, it } from 'vitest';
import { createManifestReader } from '../manifest-reader.js';

const size = 'karpenter.k8s.aws/instance-size';
const cpu = 'karpenter.k8s.aws/instance-cpu';
const values = new Map<string, readonly string[]>([
  [labelKeys.instanceType, ['c5.large', 'm5.large', 'm5.xlarge']],
  [labelKeys.zone, ['us-east-1a', 'us-east-1b']],
  [size, ['large', 'xlarge']],
  [cpu, ['2', '4']],
]);

const contextWith = (exclusion: LastExclusion | null): ManifestContext => ({
  clusterName: 'prod',
  replacePlaceholders: false,
  defaultNodeClass: null,
  knownNodeClasses: ['default'],
  knownNodePools: [],
  kubernetesVersion: '1.36',
  catalog: {
    region: 'us-east-1',
    valuesOf: (label) => values.get(label) ?? null,
    exclusionOf: () => exclusion,
  },
});

interface Parts {
  readonly requirements?: readonly object[];
  readonly labels?: object;
  readonly exclusion?: LastExclusion | null;
}

function read({ requirements = [], labels = {}, exclusion = null }: Parts) {
  const pool = {
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodePool',
    metadata: { name: 'web' },
    spec: {
      template: {
        metadata: { labels },
        spec: {
          nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
          requirements,
        },
      },
      limits: { cpu: '10' },
    },
  };
  const { documents } = createManifestReader().readText(
    JSON.stringify(pool, null, 1),
    contextWith(exclusion),
  );
  return documents[0]?.findings.filter(({ code }) => /VALUE_UNKNOWN|NO_INSTANCE/.test(code)) ?? [];
}

const where = (key: string, ...named: readonly string[]) => ({
  key,
  operator: 'In',
  values: named,
});
const messagesOf = (parts: Parts) => read(parts).map(({ message }) => message);

describe('a value of a well-known label', () => {
  it.each([
    [
      where(size, 'humongous'),
      `${size} is never humongous in us-east-1; it is one of large, xlarge`,
    ],
    [
      where(labelKeys.zone, 'us-east-1z'),
      `${labelKeys.zone} is never us-east-1z in us-east-1; it is one of us-east-1a, us-east-1b (did you mean us-east-1a?)`,
    ],
    [
      where(labelKeys.instanceType, 'm5.large', 'm5.larg'),
      `${labelKeys.instanceType} is never m5.larg in us-east-1; it is one of c5.large, m5.large, m5.xlarge (did you mean m5.large?)`,
    ],
    [
      where(labelKeys.arch, 'amd65'),
      `${labelKeys.arch} is never amd65; it is one of amd64, arm64 (did you mean amd64?)`,
    ],
    [where(cpu, '3'), `${cpu} is never 3 in us-east-1; it is one of 2, 4`],
  ])('that no instance type of the region has is a warning: %j', (requirement, message) => {
    expect(messagesOf({ requirements: [requirement] })).toEqual([message]);
  });

  it('is checked in labels of the nodes too, and has its line', () => {
    expect(read({ labels: { [size]: 'larg' } })).toMatchObject([
      {
        severity: 'Warning',
        path: `spec.template.metadata.labels[${size}]`,
        message: expect.stringContaining('did you mean large?'),
        line: 11,
      },
    ]);
  });

  it('has one finding if it is certainly no zone', () => {
    expect(messagesOf({ requirements: [where(labelKeys.zone, 'us-east-1')] })).toEqual([
      'us-east-1 is a region, not a zone; use its zones, e.g. us-east-1a',
    ]);
  });

  it('may be anything for a label of which the catalog has not all values', () => {
    expect(
      read({ requirements: [where(labelKeys.zoneId, 'use1-az9'), where('team', 'x')] }),
    ).toEqual([]);
  });
});

describe('a NodePool for which no instance type remains', () => {
  it('has a warning at the requirement that excludes the last ones, with the values that they have', () => {
    const exclusion = {
      term: { kind: 'Requirement', index: 1 },
      values: ['large', 'xlarge'],
      types: 3,
    } as const;
    const requirements = [where(labelKeys.arch, 'amd64'), where(size, 'humongous')];
    const found = read({ requirements, exclusion });
    expect(found.find(({ code }) => code === 'NO_INSTANCE_TYPE')).toMatchObject({
      path: 'spec.template.spec.requirements[1]',
      message: `no instance type remains, so no node can be launched: the requirement ${size} In [humongous] excludes the last 3; use a value that they have (large, xlarge), or change what EC2NodeClass default allows`,
    });
  });

  it('has a warning at the label of its nodes that no type has, and lists few of many values', () => {
    const many = Array.from({ length: 11 }, (_, index) => `t${index}`);
    const term = { kind: 'Label', key: labelKeys.instanceType } as const;
    const labels = { [labelKeys.instanceType]: 'm5.large' };
    expect(messagesOf({ labels, exclusion: { term, values: many, types: 1 } })).toEqual([
      `no instance type remains, so no node can be launched: the label ${labelKeys.instanceType}: m5.large excludes the last one; use a value that they have (t0, t1, t2, t3, t4, t5, t6, t7 and 3 more), or change what EC2NodeClass default allows`,
    ]);
  });

  it('has a range of many numbers, and the advice to remove a label that the types lack', () => {
    const numbers = Array.from({ length: 9 }, (_, index) => String(2 ** index));
    const term = { kind: 'Requirement', index: 0 } as const;
    const requirements = [{ key: cpu, operator: 'Gt', values: ['512'] }];
    expect(messagesOf({ requirements, exclusion: { term, values: numbers, types: 9 } })).toEqual([
      expect.stringContaining('use a value that they have (1 to 256)'),
    ]);
    expect(messagesOf({ requirements, exclusion: { term, values: [], types: 9 } })).toEqual([
      expect.stringContaining('excludes the last 9; remove it, or change'),
    ]);
  });
});
