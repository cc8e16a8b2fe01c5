import { annotationKeys, labelKeys } from '@kerf/core';
import type { Dice } from './dice.js';
import { apps, cpuLabel, familyLabel, zones } from './random-catalog.js';

type Part = Readonly<Record<string, unknown>>;

const selecting = (app: string): object => ({ labelSelector: { matchLabels: { app } } });
const required = 'requiredDuringSchedulingIgnoredDuringExecution';
const preferred = 'preferredDuringSchedulingIgnoredDuringExecution';

const spread = (dice: Dice, app: string, topologyKey: string): object => ({
  maxSkew: dice.between(1, 3),
  topologyKey,
  whenUnsatisfiable: dice.chance(0.6) ? 'DoNotSchedule' : 'ScheduleAnyway',
  ...selecting(app),
});

/** Constraints of workloads as they occur in clusters; most workloads have none. */
const constraints: readonly ((dice: Dice, app: string) => Part)[] = [
  (dice, app) => ({ topologySpreadConstraints: [spread(dice, app, labelKeys.zone)] }),
  (dice, app) => ({ topologySpreadConstraints: [spread(dice, app, labelKeys.hostname)] }),
  (dice) => ({ nodeSelector: { [labelKeys.zone]: dice.pick(zones) } }),
  (dice) => ({ nodeSelector: { [labelKeys.capacityType]: dice.pick(['on-demand', 'spot']) } }),
  (dice) => ({ nodeSelector: { [familyLabel]: dice.pick(['c', 'm', 'r']) } }),
  (_dice, app) => ({
    affinity: {
      podAntiAffinity: { [required]: [{ topologyKey: labelKeys.hostname, ...selecting(app) }] },
    },
  }),
  (dice, app) => ({
    affinity: {
      podAffinity: {
        [required]: [
          { topologyKey: dice.pick([labelKeys.zone, labelKeys.hostname]), ...selecting(app) },
        ],
      },
    },
  }),
  (dice) => ({
    affinity: {
      nodeAffinity: {
        [preferred]: [
          {
            weight: 10,
            preference: {
              matchExpressions: [
                { key: labelKeys.zone, operator: 'In', values: [dice.pick(zones)] },
              ],
            },
          },
        ],
      },
    },
  }),
  () => ({
    affinity: {
      nodeAffinity: {
        [required]: {
          nodeSelectorTerms: [
            { matchExpressions: [{ key: cpuLabel, operator: 'Gt', values: ['4'] }] },
          ],
        },
      },
    },
  }),
  (dice, app) => ({
    affinity: {
      podAntiAffinity: {
        [preferred]: [
          {
            weight: dice.pick([1, 100]),
            podAffinityTerm: { topologyKey: labelKeys.hostname, ...selecting(app) },
          },
        ],
      },
    },
  }),
];

/** Returns the pod template of a workload, with at most one constraint. */
export function randomWorkload(dice: Dice, name: string): object {
  const app = dice.chance(0.3) ? dice.pick(apps) : name;
  const cpu = dice.pick([100, 250, 500, 500, 1000, 2000, 3500]);
  const memory = Math.round(cpu * dice.pick([1, 2, 4, 7]));
  return {
    metadata: {
      name,
      namespace: 'default',
      labels: { app },
      annotations: {
        ...dice.maybe(0.04, () => ({ [annotationKeys.doNotDisrupt]: 'true' })),
        ...dice.maybe(0.1, () => ({
          [annotationKeys.podDeletionCost]: String(dice.pick([-1, 1]) * 2 ** 26),
        })),
      },
    },
    spec: {
      containers: [
        {
          name: 'main',
          image: 'none',
          resources: { requests: { cpu: `${cpu}m`, memory: `${memory}Mi` } },
        },
      ],
      ...dice.maybe(0.1, () => ({ priority: dice.pick([-1_000_000, 1_000_000_000]) })),
      tolerations: dice.chance(0.4) ? [{ key: 'dedicated', operator: 'Exists' }] : [],
      ...(dice.chance(0.45) ? dice.pick(constraints)(dice, app) : {}),
    },
  };
}

/** Returns PodDisruptionBudgets; some allow no disruption now, and two may select the same pods. */
export function disruptionBudgets(dice: Dice): readonly object[] {
  return dice.times(dice.pick([0, 0, 1, 2]), (index) => ({
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: `budget-${index}`, namespace: 'default' },
    spec: { selector: { matchLabels: { app: dice.pick([...apps, 'p0', 'p1', 'p2']) } } },
    status: { disruptionsAllowed: dice.pick([0, 0, 1, 5]) },
  }));
}
