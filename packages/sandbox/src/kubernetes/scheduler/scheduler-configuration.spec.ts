import { describe, expect, it } from 'vitest';
import { defaultSchedulerName, readSchedulerConfiguration } from './scheduler-configuration.js';

const zone = 'topology.kubernetes.io/zone';
const constraint = { maxSkew: 1, topologyKey: zone, whenUnsatisfiable: 'DoNotSchedule' };
const configuration = (...profiles: readonly unknown[]): string =>
  JSON.stringify({
    apiVersion: 'kubescheduler.config.k8s.io/v1',
    kind: 'KubeSchedulerConfiguration',
    ...(profiles.length > 0 && { profiles }),
  });
const profile = (args: unknown, schedulerName?: string) => ({
  ...(schedulerName !== undefined && { schedulerName }),
  pluginConfig: [{ name: 'PodTopologySpread', args }],
});
const system = [
  { maxSkew: 3, topologyKey: 'kubernetes.io/hostname', whenUnsatisfiable: 'ScheduleAnyway' },
  { maxSkew: 5, topologyKey: zone, whenUnsatisfiable: 'ScheduleAnyway' },
];

describe('a KubeSchedulerConfiguration of the sandbox', () => {
  it('gives each profile its default spread constraints', () => {
    const list = { defaultingType: 'List', defaultConstraints: [constraint] };
    const text = configuration(profile(list), profile({ defaultingType: 'List' }, 'packing'));
    expect(readSchedulerConfiguration(text)).toEqual(
      new Map([
        [defaultSchedulerName, [constraint]],
        ['packing', []],
      ]),
    );
  });

  it('means the constraints of kube-scheduler itself where it lists none', () => {
    const expected = new Map([[defaultSchedulerName, system]]);
    expect(readSchedulerConfiguration(configuration())).toEqual(expected);
    expect(readSchedulerConfiguration(configuration({}))).toEqual(expected);
    const named = configuration(profile({ defaultingType: 'System' }));
    expect(readSchedulerConfiguration(named)).toEqual(expected);
  });

  it.each<[string, string, string]>([
    ['text that is no YAML', '{', 'Flow map'],
    ['another kind', JSON.stringify({ kind: 'ConfigMap' }), 'kind'],
    ['no text', '', 'expected object'],
    [
      'a list without the type List',
      configuration(profile({ defaultConstraints: [constraint] })),
      'must be List',
    ],
    [
      'a constraint with a selector',
      configuration(
        profile({
          defaultingType: 'List',
          defaultConstraints: [{ ...constraint, labelSelector: {} }],
        }),
      ),
      'profiles[0].pluginConfig[0].args.defaultConstraints[0]',
    ],
    [
      'a plugin that is not simulated',
      configuration({ pluginConfig: [{ name: 'NodeResourcesFit', args: {} }] }),
      'profiles[0].pluginConfig[0].name',
    ],
    ['two profiles of one name', configuration({}, {}), 'default-scheduler twice'],
  ])('is refused for %s', (_, text, problem) => {
    expect(() => readSchedulerConfiguration(text)).toThrow(problem);
  });
});
