import { systemSpreadDefaults } from '@kerf/application';
import { describe, expect, it } from 'vitest';
import { readSchedulerConfiguration } from './read-scheduler-configuration.js';

const zone = 'topology.kubernetes.io/zone';
const one = `{ maxSkew: 1, topologyKey: ${zone}, whenUnsatisfiable: DoNotSchedule }`;
const read = {
  maxSkew: 1,
  topologyKey: zone,
  whenUnsatisfiable: 'DoNotSchedule',
  minDomains: null,
  nodeAffinityPolicy: 'Honor',
  nodeTaintsPolicy: 'Ignore',
};
const karpenter = (constraints: string) =>
  `podTopologySpread: { defaultConstraints: [${constraints}] }`;
const kube = (args: string, profile = '') => `
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
leaderElection: { leaderElect: true }
profiles:
  - ${profile}pluginConfig:
      - name: NodeResourcesFit
        args: { scoringStrategy: { type: LeastAllocated } }
      - name: PodTopologySpread
        args: ${args}
`;
const valueOf = (text: string) => {
  const reading = readSchedulerConfiguration(text);
  return reading.ok ? reading.value : reading.error;
};

describe('the default spread constraints of a scheduler configuration', () => {
  it('are read from the value of Karpenter’s SCHEDULER_CONFIG', () => {
    expect(valueOf(karpenter(one))).toEqual([read]);
    expect(valueOf(karpenter(''))).toEqual([]);
  });

  it('are read from the profile of the default scheduler', () => {
    expect(valueOf(kube(`{ defaultingType: List, defaultConstraints: [${one}] }`))).toEqual([read]);
    const named = 'schedulerName: default-scheduler\n    ';
    const list = `{ defaultingType: List, defaultConstraints: [${one}] }`;
    expect(valueOf(kube(list, named))).toEqual([read]);
  });

  it('are the System ones where a KubeSchedulerConfiguration lists none', () => {
    expect(valueOf(kube('{ defaultingType: System }'))).toEqual(systemSpreadDefaults);
    expect(valueOf(kube('{}'))).toEqual(systemSpreadDefaults);
    const bare = 'apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration';
    expect(valueOf(bare)).toEqual(systemSpreadDefaults);
    expect(systemSpreadDefaults.map(({ topologyKey, maxSkew }) => [topologyKey, maxSkew])).toEqual([
      ['kubernetes.io/hostname', 3],
      [zone, 5],
    ]);
  });

  it('are none for an empty text', () => {
    expect(valueOf(' \n')).toEqual([]);
  });

  const args = 'profiles.0.pluginConfig.1.args';
  const list = 'podTopologySpread.defaultConstraints';
  const atLeastOne = 'must be at least 1';
  it.each<[string, string, string, string]>([
    ['another document', 'kind: ConfigMap', 'apiVersion', 'is required'],
    ['text that is no YAML', '{', '', ''],
    ['another field', 'nodeResourcesFit: {}', 'podTopologySpread', 'is required'],
    [
      'a selector',
      karpenter(
        `{ maxSkew: 1, topologyKey: a, whenUnsatisfiable: DoNotSchedule, labelSelector: {} }`,
      ),
      `${list}.0.labelSelector`,
      'must not be set: the selector is deduced for each pod',
    ],
    [
      'a skew of 0',
      karpenter(`{ maxSkew: 0, topologyKey: a, whenUnsatisfiable: DoNotSchedule }`),
      `${list}.0.maxSkew`,
      atLeastOne,
    ],
    [
      'a key that is no label',
      karpenter(`{ maxSkew: 1, topologyKey: a b, whenUnsatisfiable: DoNotSchedule }`),
      `${list}.0.topologyKey`,
      'must be a label key',
    ],
    [
      'another policy',
      karpenter(`{ maxSkew: 1, topologyKey: a, whenUnsatisfiable: Never }`),
      `${list}.0.whenUnsatisfiable`,
      'must be one of DoNotSchedule, ScheduleAnyway',
    ],
    [
      'minDomains of a preference',
      karpenter(`{ maxSkew: 1, topologyKey: a, whenUnsatisfiable: ScheduleAnyway, minDomains: 2 }`),
      `${list}.0.minDomains`,
      'must only be set with whenUnsatisfiable DoNotSchedule',
    ],
    [
      'a repeated constraint',
      karpenter(`${one}, ${one}`),
      `${list}.1`,
      `must have another topologyKey or whenUnsatisfiable than ${list}.0`,
    ],
    [
      'a list without the type List',
      kube(`{ defaultConstraints: [${one}] }`),
      `${args}.defaultingType`,
      'must be List, because there are defaultConstraints',
    ],
    [
      'a wrong constraint of a profile',
      kube(`{ defaultingType: List, defaultConstraints: [{ maxSkew: 0 }] }`),
      `${args}.defaultConstraints.0.maxSkew`,
      atLeastOne,
    ],
    [
      'profiles of other schedulers only',
      kube('{}', 'schedulerName: other\n    '),
      'profiles',
      'must have one whose schedulerName is default-scheduler',
    ],
  ])('are refused for %s', (_, text, path, message) => {
    const reading = readSchedulerConfiguration(text);
    const [problem] = reading.ok ? [] : reading.error;
    expect(problem?.path).toBe(path);
    expect(problem?.message).toContain(message);
  });
});
