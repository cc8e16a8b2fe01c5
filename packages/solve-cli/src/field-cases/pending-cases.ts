import { labelKeys } from '@kerf/core';
import type { FieldCase } from './field-case.js';
import {
  attachLimit,
  container,
  instanceTypes,
  type Manifest,
  mounting,
  namespaceNamed,
  nodePool,
  podAffinity,
  podTemplate,
  required,
  runningNode,
  selecting,
  spread,
  storageClass,
  volumeClaim,
} from './manifests.js';

const { zone, hostname, capacityType, instanceType } = labelKeys;
const repeated = (count: number, line: string): readonly string[] =>
  Array.from({ length: count }, () => line);
const plain = [nodePool('default')];
const toOurs = { nodeSelector: { group: 'ours' } };
const ours = { labels: { group: 'ours' }, allowing: { [zone]: ['a'] } };
const open = nodePool('open', { labels: { group: 'open' } });
const spreadInOurs = podTemplate('p', '1500m', {
  spec: { ...toOurs, topologySpreadConstraints: [spread(zone)] },
});
const ofRevision = { matchLabelKeys: ['controller-revision-hash'] };
const searchPod = (index: number): Manifest =>
  podTemplate(`es-${index}`, '1500m', {
    labels: { app: 'web', 'controller-revision-hash': 'r1' },
    spec: {
      ...mounting(`data-${index}`),
      topologySpreadConstraints: [
        spread(zone, { minDomains: 2, ...ofRevision }),
        spread(hostname, ofRevision),
      ],
    },
  });
const apartIn = (name: string, where: string): Manifest =>
  podTemplate(name, '1', {
    spec: {
      nodeSelector: { [zone]: where },
      affinity: podAffinity('podAntiAffinity', {
        [required]: [{ topologyKey: zone, labelSelector: selecting({ app: 'web' }) }],
      }),
    },
  });
const tenant = (name: string): Manifest =>
  podTemplate(name, '300m', {
    labels: { app: 'web', tenant: name },
    spec: {
      affinity: podAffinity('podAntiAffinity', {
        [required]: [
          {
            topologyKey: hostname,
            labelSelector: { matchExpressions: [{ key: 'tenant', operator: 'Exists' }] },
            mismatchLabelKeys: ['tenant'],
          },
        ],
      }),
    },
  });

/** Cases of pending pods, by number and name. */
export const pendingCases: Readonly<Record<string, FieldCase>> = {
  '01 a spread over a label that another NodePool has in other values, honoring taints': {
    reported: ['#2623'],
    given: {
      nodePools: [
        nodePool('dedicated', {
          labels: { group: 'ours' },
          allowing: { lane: ['1'] },
          template: { taints: [{ key: 'dedicated', value: 'y', effect: 'NoSchedule' }] },
        }),
        nodePool('open', { labels: { group: 'open' }, allowing: { lane: ['2', '3', '4', '5'] } }),
      ],
      podTemplates: [
        podTemplate('p', '1500m', {
          spec: {
            ...toOurs,
            tolerations: [{ key: 'dedicated', operator: 'Exists' }],
            topologySpreadConstraints: [
              spread('lane', { nodeAffinityPolicy: 'Honor', nodeTaintsPolicy: 'Honor' }),
            ],
          },
        }),
      ],
      pods: [[0, 3]],
    },
    expected: repeated(3, 'new dedicated t2 a: p'),
  },
  '02 the third pod of a StatefulSet whose spread has minDomains': {
    reported: ['#2257'],
    given: {
      nodePools: [nodePool('default', { allowing: { [zone]: ['a', 'b'] } })],
      podTemplates: [searchPod(0), searchPod(1), searchPod(2)],
      pods: [[2, 1]],
      nodes: [runningNode('n1', ['t2', 'a'], [[0, 1]]), runningNode('n2', ['t2', 'b'], [[1, 1]])],
      objects: [
        storageClass,
        ...volumeClaim('data-0', 'a'),
        ...volumeClaim('data-1', 'b'),
        ...volumeClaim('data-2'),
      ],
    },
    expected: ['new default t2 a: es-2'],
  },
  '05 a DaemonSet that runs on large nodes only': {
    reported: ['#1185', 'aws/karpenter-provider-aws#6015'],
    given: {
      nodePools: plain,
      daemonSets: [
        {
          metadata: { name: 'large-only', namespace: 'default' },
          spec: {
            template: podTemplate('large-only', '3', {
              spec: {
                affinity: {
                  nodeAffinity: {
                    [required]: {
                      nodeSelectorTerms: [
                        {
                          matchExpressions: [
                            { key: 'example.com/cpu', operator: 'Gt', values: ['2'] },
                          ],
                        },
                      ],
                    },
                  },
                },
              },
            }),
          },
        },
      ],
      podTemplates: [podTemplate('p', '1500m'), podTemplate('q', '2500m')],
      pods: [
        [1, 1],
        [0, 1],
      ],
    },
    expected: ['new default t8 a: p q'],
  },
  '07 an init container that needs most while a sidecar runs': {
    reported: ['#479'],
    given: {
      nodePools: plain,
      podTemplates: [
        podTemplate('p', '1', {
          spec: {
            initContainers: [
              container('mesh', '1500m', { restartPolicy: 'Always' }),
              container('migrate', '2500m'),
              container('log', '1', { restartPolicy: 'Always' }),
            ],
            overhead: { cpu: '250m', memory: '128Mi' },
          },
        }),
      ],
      pods: [[0, 1]],
    },
    expected: ['new default t8 a: p'],
  },
  '12 anti-affinity to pods of selected namespaces': {
    reported: [],
    given: {
      nodePools: plain,
      podTemplates: [
        podTemplate('noisy', '200m', { namespace: 'batch-1', labels: { noisy: 'true' } }),
        podTemplate('quiet', '200m', {
          spec: {
            affinity: podAffinity('podAntiAffinity', {
              [required]: [
                {
                  topologyKey: hostname,
                  labelSelector: selecting({ noisy: 'true' }),
                  namespaceSelector: selecting({ kind: 'batch' }),
                },
              ],
            }),
          },
        }),
        podTemplate('other', '200m', { namespace: 'web', labels: { noisy: 'true' } }),
      ],
      pods: [[1, 1]],
      nodes: [runningNode('n1', ['t8', 'a'], [[0, 1]]), runningNode('n2', ['t8', 'a'], [[2, 1]])],
      objects: [
        namespaceNamed('batch-1', { kind: 'batch' }),
        namespaceNamed('web', { kind: 'web' }),
      ],
    },
    expected: ['n2: quiet'],
  },
  '14 volumes up to the limit of a node, where two pods share a claim': {
    reported: [],
    given: {
      nodePools: plain,
      podTemplates: [
        podTemplate('p0', '200m', { spec: mounting('d0', 'd1') }),
        podTemplate('p1', '200m', { spec: mounting('d1') }),
        podTemplate('p2', '200m', { spec: mounting('d2') }),
        podTemplate('p3', '200m'),
      ],
      pods: [
        [1, 1],
        [2, 1],
        [3, 1],
      ],
      nodes: [runningNode('n1', ['t8', 'a'], [[0, 1]])],
      objects: [
        storageClass,
        ...['d0', 'd1', 'd2'].flatMap((name) => volumeClaim(name, 'a')),
        attachLimit('n1', 2),
      ],
    },
    expected: ['n1: p1 p3', 'new default t2 a: p2'],
  },
  '16 minValues that only types without capacity satisfy': {
    reported: [],
    given: {
      instanceTypes: instanceTypes((type, offered) => offered !== 'spot' || type === 't8'),
      nodePools: [
        nodePool('default', {
          allowing: { [capacityType]: ['spot'] },
          requirements: [{ key: instanceType, operator: 'Exists', minValues: 2 }],
        }),
      ],
      podTemplates: [podTemplate('p', '1')],
      pods: [[0, 1]],
    },
    expected: ['none: p'],
  },
  '19 the host port of a sidecar': {
    reported: [],
    given: {
      nodePools: plain,
      podTemplates: [
        podTemplate('p', '100m', {
          spec: {
            initContainers: [
              container('proxy', '100m', {
                restartPolicy: 'Always',
                ports: [{ containerPort: 9100, hostPort: 9100 }],
              }),
            ],
          },
        }),
      ],
      pods: [[0, 2]],
    },
    expected: repeated(2, 'new default t2 a: p'),
  },
  '25 a spread over zones in a NodePool of one zone, beside an open one': {
    reported: ['#2227', '#2623', '#3272', 'aws/karpenter-provider-aws#8702'],
    given: {
      nodePools: [nodePool('ours', ours), open],
      podTemplates: [spreadInOurs],
      pods: [[0, 3]],
    },
    expected: repeated(3, 'new ours t2 a: p'),
  },
  '25f the same, with free capacity on a running node': {
    reported: ['#2227', '#2623', '#3272', 'aws/karpenter-provider-aws#8702'],
    given: {
      nodePools: [nodePool('ours', ours), open],
      podTemplates: [spreadInOurs, podTemplate('other', '100m', { labels: { app: 'other' } })],
      pods: [[0, 2]],
      nodes: [
        runningNode('n1', ['t8', 'a'], [[0, 1]], 'ours'),
        runningNode('n2', ['t8', 'b'], [[1, 1]], 'open'),
      ],
    },
    expected: ['n1: p p'],
  },
  '26 a label that spreads pods over spot and on-demand in a ratio': {
    reported: [],
    given: {
      nodePools: [
        nodePool('on-demand', { allowing: { share: ['1'] } }),
        nodePool('spot', {
          allowing: { [capacityType]: ['spot'], share: ['2', '3', '4', '5'] },
        }),
      ],
      podTemplates: [
        podTemplate('p', '1500m', { spec: { topologySpreadConstraints: [spread('share')] } }),
      ],
      pods: [[0, 10]],
    },
    expected: ['new on-demand t4 a: p p', ...repeated(4, 'new spot t4 a: p p')],
  },
  '29 a rollout whose spread counts one revision': {
    reported: [],
    given: {
      nodePools: plain,
      podTemplates: [
        podTemplate('old', '100m', { labels: { app: 'web', revision: '1' } }),
        podTemplate('new', '1500m', {
          labels: { app: 'web', revision: '2' },
          spec: { topologySpreadConstraints: [spread(zone, { matchLabelKeys: ['revision'] })] },
        }),
      ],
      pods: [[1, 3]],
      nodes: [runningNode('n1', ['t2', 'a'], [[0, 3]])],
    },
    expected: ['n1: new', 'new default t2 b: new', 'new default t2 c: new'],
  },
  '35 more pods with anti-affinity than zones': {
    reported: [],
    given: {
      nodePools: plain,
      podTemplates: [apartIn('in-a', 'a'), apartIn('in-b', 'b'), apartIn('in-c', 'c')],
      pods: [
        [0, 2],
        [1, 1],
        [2, 1],
      ],
    },
    expected: [
      'new default t2 a: in-a',
      'new default t2 b: in-b',
      'new default t2 c: in-c',
      'none: in-a',
    ],
  },
  '54 tenants that share no node': {
    reported: [],
    given: {
      nodePools: plain,
      podTemplates: [tenant('a'), tenant('b')],
      pods: [
        [0, 2],
        [1, 2],
      ],
    },
    expected: ['new default t2 a: a a', 'new default t2 a: b b'],
  },
  '58 spreads over zones and over capacity types': {
    reported: [],
    given: {
      nodePools: [nodePool('default', { allowing: { [capacityType]: ['spot', 'on-demand'] } })],
      podTemplates: [
        podTemplate('p', '1500m', {
          spec: { topologySpreadConstraints: [spread(zone), spread(capacityType)] },
        }),
      ],
      pods: [[0, 6]],
    },
    expected: [
      'new default t2 c: p',
      'new default t2 c: p',
      'new default t4 a: p p',
      'new default t4 b: p p',
    ],
  },
};
