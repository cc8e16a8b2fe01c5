import { describe, expect, it } from 'vitest';
import { createManifestReader } from './manifest-reader.js';

const reader = createManifestReader();
const context = {
  clusterName: 'prod-eu',
  replacePlaceholders: false,
  defaultNodeClass: null,
  knownNodeClasses: ['default'],
  knownNodePools: [],
  kubernetesVersion: '1.36',
};

interface Changes {
  readonly top?: object;
  readonly node?: object;
  readonly disruption?: object;
  readonly budget?: object;
}

/** Returns the findings about a field of a NodePool with these changes. */
function messagesAt(path: string, { top, node, disruption, budget }: Changes): readonly string[] {
  const object = {
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodePool',
    metadata: { name: 'default' },
    spec: {
      template: {
        spec: {
          nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
          requirements: [],
          ...node,
        },
      },
      disruption: { budgets: [{ nodes: '1', ...budget }], ...disruption },
    },
    ...top,
  };
  return reader
    .readObject(object, context)
    .documents.flatMap(({ findings }) => findings)
    .filter((finding) => finding.path === path)
    .map(({ message }) => message);
}

const nodeClassRef = { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' };
const inZone = (key: string, ...values: readonly string[]): Changes => ({
  node: { requirements: [{ key, operator: 'In', values }] },
});
const zone = 'topology.kubernetes.io/zone';
const zoneId = 'topology.k8s.aws/zone-id';
const firstValue = 'spec.template.spec.requirements[0].values[0]';
const budget = (schedule: string, duration = '8h'): Changes => ({ budget: { schedule, duration } });

describe('the message for a refused field of a NodePool', () => {
  it.each<[string, Changes, string]>([
    [
      'spec.template.spec.expireAfter',
      { node: { expireAfter: '30d' } },
      '"30d" is neither a duration in h, m and s such as 30s, 1h30m or 720h (a day is 24h) nor Never',
    ],
    ['spec.template.spec.expireAfter', { node: { expireAfter: 'never' } }, 'nor Never'],
    [
      'spec.template.spec.terminationGracePeriod',
      { node: { terminationGracePeriod: '1d' } },
      '"1d" is not a duration in h, m and s such as 30s, 1h30m or 720h (a day is 24h)',
    ],
    [
      'spec.disruption.consolidateAfter',
      { disruption: { consolidateAfter: '30' } },
      '"30" is neither a duration in h, m and s such as 30s',
    ],
    [
      'spec.disruption.budgets[0].duration',
      budget('@daily', '1d'),
      '"1d" is not a duration in h and m such as 8h or 1h30m (a day is 24h)',
    ],
    [
      'spec.disruption.budgets[0].schedule',
      budget('0 9 * *'),
      '"0 9 * *" is neither five cron fields such as 0 9 * * 1-5 nor a macro such as @daily; times are UTC',
    ],
    [
      'spec.disruption.budgets[0].schedule',
      budget('CRON_TZ=Europe/Berlin 0 9 * * *'),
      'times are UTC',
    ],
    [
      'spec.disruption.budgets[0].schedule',
      budget('60 9 * * *'),
      'minute 0-59, hour 0-23, day 1-31, month 1-12 or JAN-DEC, weekday 0-6 or SUN-SAT',
    ],
    [
      'kind',
      { top: { kind: undefined } },
      'the document has no kind; set it to NodePool or EC2NodeClass',
    ],
    ['kind', { top: { kind: '' } }, 'the document has no kind; set it to NodePool or EC2NodeClass'],
    [
      'kind',
      { top: { kind: 3 } },
      'the kind must be text, not a number; set it to NodePool or EC2NodeClass',
    ],
    [
      'kind',
      { top: { kind: 'nodepool' } },
      'nodepool is not supported; Kerf reads NodePool and EC2NodeClass (did you mean NodePool?)',
    ],
    ['kind', { top: { kind: 'Provisioner' } }, 'define a NodePool, which replaced it in v1beta1'],
    [
      'apiVersion',
      { top: { apiVersion: undefined } },
      'the apiVersion of NodePool must be karpenter.sh/v1 or karpenter.sh/v1beta1; it is missing',
    ],
    [
      'apiVersion',
      { top: { apiVersion: 'karpenter.sh/v2' } },
      'must be karpenter.sh/v1 or karpenter.sh/v1beta1, not "karpenter.sh/v2"',
    ],
    [
      'spec.template.spec.nodeClassRef.kind',
      { node: { nodeClassRef: { ...nodeClassRef, kind: 'EC2Nodeclass' } } },
      'set kind to EC2NodeClass and group to karpenter.k8s.aws',
    ],
    [
      'spec.template.spec.nodeClassRef.group',
      { node: { nodeClassRef: { ...nodeClassRef, group: 'karpenter.aws' } } },
      'set kind to EC2NodeClass and group to karpenter.k8s.aws',
    ],
    [
      firstValue,
      inZone(zone, 'eu-west-1'),
      'eu-west-1 is a region, not a zone; use its zones, e.g. eu-west-1a',
    ],
    [
      firstValue,
      inZone(zone, 'EU-WEST-1A'),
      'no zone is called EU-WEST-1A; names of zones are lower-case: eu-west-1a',
    ],
    [
      firstValue,
      inZone(zone, 'euw1-az1'),
      'euw1-az1 is the ID of a zone; use its name, e.g. eu-west-1a, or the label topology.k8s.aws/zone-id',
    ],
    [
      firstValue,
      inZone(zoneId, 'eu-west-1a'),
      'eu-west-1a is the name of a zone; use its ID, e.g. euw1-az1, or the label topology.kubernetes.io/zone',
    ],
  ])('%s: case %#', (path, changes, words) => {
    expect(messagesAt(path, changes)).toContainEqual(expect.stringContaining(words));
  });

  it.each([
    [zone, 'eu-west-1a'],
    [zone, 'us-gov-west-1b'],
    [zone, 'us-west-2-lax-1a'],
    [zone, 'us-east-1-wl1-bos-wlz-1'],
    [zoneId, 'euw1-az1'],
    [zoneId, 'usw2-lax1-az1'],
    [zone, 'zone-a'],
  ])('%s: no message about %s', (key, value) => {
    expect(messagesAt(firstValue, inZone(key, value))).toEqual([]);
  });

  it('says that there is only one zone about a zone, and not about a region', () => {
    const requirement = 'spec.template.spec.requirements[0]';
    const isSingle = expect.stringContaining('all nodes are in');
    expect(messagesAt(requirement, inZone(zone, 'eu-west-1a'))).toContainEqual(isSingle);
    expect(messagesAt(requirement, inZone(zone, 'eu-west-1'))).toEqual([]);
  });
});
