import { labelKeys } from '@kerf/core';
import type { Dice } from './dice.js';
import {
  cpuLabel,
  diskLabel,
  families,
  familyLabel,
  type RandomType,
  teams,
  zones,
} from './random-catalog.js';

export interface Taint {
  readonly key: string;
  readonly value: string;
  readonly effect: string;
}

export interface Requirement {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
  readonly minValues?: number;
}

export const expression = (
  key: string,
  operator: string,
  ...values: readonly string[]
): Requirement => (values.length === 0 ? { key, operator } : { key, operator, values });

export function randomTaint(dice: Dice): Taint {
  const effect = dice.pick(['NoSchedule', 'NoSchedule', 'PreferNoSchedule', 'NoExecute']);
  return { key: dice.pick(['dedicated', 'team']), value: dice.pick(teams), effect };
}

export function randomPools(dice: Dice, types: readonly RandomType[]): readonly object[] {
  return dice.times(dice.pick([1, 1, 2, 3]), (index) =>
    randomPool(dice, `pool-${'abc'[index]}`, types),
  );
}

function randomPool(dice: Dice, name: string, types: readonly RandomType[]): object {
  const labels = dice.maybe(0.25, () => ({ team: dice.pick(teams) }));
  const requirements = dice.some(poolRequirements(dice, types), 0, dice.pick([0, 1, 2]));
  const isTeamTaken = 'team' in labels;
  const taints = dice.chance(0.2) ? [randomTaint(dice)] : [];
  return {
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodePool',
    metadata: { name },
    spec: {
      ...dice.maybe(0.3, () => ({ weight: dice.between(1, 3) })),
      ...dice.maybe(0.25, () => ({ limits: randomLimits(dice) })),
      template: {
        metadata: { labels },
        spec: {
          nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
          requirements: requirements.filter(({ key }) => key !== 'team' || !isTeamTaken),
          taints,
          startupTaints: dice.chance(0.1)
            ? [{ key: 'starting', value: 'x', effect: 'NoSchedule' }]
            : [],
        },
      },
    },
  };
}

function randomLimits(dice: Dice): object {
  return dice.pick([
    { cpu: String(dice.between(2, 30)) },
    { memory: `${dice.between(4, 90)}Gi` },
    { nodes: String(dice.between(0, 3)) },
    { cpu: String(dice.between(4, 30)), memory: `${dice.between(8, 90)}Gi` },
  ]);
}

function poolRequirements(dice: Dice, types: readonly RandomType[]): readonly Requirement[] {
  const number = String(dice.pick([1, 2, 4, 8]));
  const names = types.map((type) => type.name);
  return [
    expression(labelKeys.capacityType, 'In', 'on-demand'),
    expression(labelKeys.capacityType, 'In', 'on-demand', 'spot'),
    expression(labelKeys.zone, dice.pick(['In', 'NotIn']), ...dice.some(zones, 1, 2)),
    expression(labelKeys.arch, 'In', dice.pick(['amd64', 'arm64'])),
    expression(cpuLabel, dice.pick(['Gt', 'Lt', 'Gte', 'Lte']), number),
    expression(familyLabel, dice.pick(['In', 'NotIn']), ...dice.some(families, 1, 2)),
    expression(diskLabel, dice.pick(['Exists', 'DoesNotExist'])),
    expression('team', 'Exists'),
    expression('team', dice.pick(['In', 'NotIn']), ...dice.some(teams, 1, 2)),
    { key: labelKeys.instanceType, operator: 'Exists', minValues: dice.between(1, 3) },
    { key: labelKeys.instanceType, operator: 'In', values: names, minValues: 1 },
    { key: familyLabel, operator: 'Exists', minValues: dice.between(1, 3) },
  ];
}
