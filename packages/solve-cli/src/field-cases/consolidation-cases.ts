import { labelKeys } from '@kerf/core';
import type { FieldCase } from './field-case.js';
import {
  type Manifest,
  nodePool,
  podAffinity,
  podDisruptionBudget,
  podTemplate,
  preferred,
  runningNode,
  selecting,
  spread,
} from './manifests.js';

const { zone, hostname } = labelKeys;
const plain = [nodePool('default')];
const small = podTemplate('p', '300m');
const softSpread = (key: string): Manifest => spread(key, { whenUnsatisfiable: 'ScheduleAnyway' });
const ownPods = { labelSelector: selecting({ app: 'web' }) };
const preferringApart = (weight: number, topologyKey: string): Manifest =>
  podAffinity('podAntiAffinity', {
    [preferred]: [{ weight, podAffinityTerm: { topologyKey, ...ownPods } }],
  });

/** Cases of running nodes, by number and name. */
export const consolidationCases: Readonly<Record<string, FieldCase>> = {
  '08 a pod under two PodDisruptionBudgets': {
    reported: ['#2361', 'aws/karpenter-provider-aws#1414'],
    given: {
      nodePools: plain,
      podTemplates: [
        podTemplate('p', '500m', { labels: { app: 'web', tier: 'front' } }),
        podTemplate('q', '500m', { labels: { app: 'other' } }),
      ],
      pods: [],
      nodes: [runningNode('n1', ['t4', 'a'], [[0, 1]]), runningNode('n2', ['t4', 'a'], [[1, 1]])],
      objects: [
        podDisruptionBudget('one', { app: 'web' }),
        podDisruptionBudget('two', { tier: 'front' }),
      ],
    },
    expected: ['n2 removed', '0.2 $/h'],
  },
  '09 pods that must not be disrupted, with a terminationGracePeriod': {
    reported: ['#2855'],
    given: {
      nodePools: [nodePool('default', { template: { terminationGracePeriod: '1h' } })],
      podTemplates: [
        podTemplate('p', '500m', { annotations: { 'karpenter.sh/do-not-disrupt': 'true' } }),
      ],
      pods: [],
      nodes: [runningNode('n1', ['t8', 'a'], [[0, 1]]), runningNode('n2', ['t8', 'a'], [[0, 1]])],
    },
    expected: ['0.8 $/h'],
  },
  '11 soft spreads and anti-affinity in NodePools of one zone each': {
    reported: ['#1851', '#3921'],
    given: {
      nodePools: ['a', 'b', 'c'].map((one) =>
        nodePool(`in-${one}`, { allowing: { [zone]: [one] } }),
      ),
      podTemplates: [
        podTemplate('p', '300m', {
          spec: {
            topologySpreadConstraints: [softSpread(zone), softSpread(hostname)],
            affinity: preferringApart(100, hostname),
          },
        }),
      ],
      pods: [],
      nodes: ['a', 'b', 'c'].flatMap((one) => [
        runningNode(`n${one}-1`, ['t8', one], [[0, 2]], `in-${one}`),
        runningNode(`n${one}-2`, ['t4', one], [[0, 1]], `in-${one}`),
      ]),
    },
    expected: ['na-2 replaced by t2', 'nb-2 replaced by t2', 'nc-2 replaced by t2', '1.5 $/h'],
  },
  '47 preferences that contradict each other': {
    reported: [],
    given: {
      nodePools: plain,
      podTemplates: [
        podTemplate('p', '700m', {
          spec: {
            affinity: {
              ...preferringApart(50, zone),
              nodeAffinity: {
                [preferred]: [
                  {
                    weight: 100,
                    preference: {
                      matchExpressions: [{ key: zone, operator: 'In', values: ['a'] }],
                    },
                  },
                ],
              },
            },
          },
        }),
      ],
      pods: [],
      nodes: [
        runningNode('n1', ['t4', 'b'], [[0, 1]]),
        runningNode('n2', ['t2', 'b'], [[0, 1]]),
        runningNode('n3', ['t4', 'c'], [[0, 2]]),
      ],
    },
    expected: ['n1 replaced by t2', 'n3 replaced by t2', 'n2 removed', '0.2 $/h'],
  },
  '57 a budget whose schedule cannot be read': {
    reported: ['#1866', 'aws/karpenter-provider-aws#7562'],
    hasUnreadableBudget: true,
    given: {
      nodePools: plain,
      podTemplates: [small],
      pods: [],
      nodes: [runningNode('n1', ['t2', 'a'], []), runningNode('n2', ['t2', 'a'], [[0, 1]])],
    },
    expected: ['0.2 $/h'],
  },
};
