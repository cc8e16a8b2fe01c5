import type { NodePoolManifest, RequirementManifest } from '@kerf/application';
import { labelKeys } from '@kerf/core';
import type { NewFinding } from '../findings/finding-list.js';
import { remainingValues } from './remaining-values.js';

const aws = (name: string): string => `karpenter.k8s.aws/${name}`;
const requirementsPath = ['spec', 'template', 'spec', 'requirements'] as const;

/** Labels whose values start with the letters of the family: `g`, `p5`, `p4d.24xlarge`. */
const familyLabels = [aws('instance-category'), aws('instance-family'), labelKeys.instanceType];
const acceleratedFamily = /^(g|gr|p|inf|trn|dl)([0-9]|$)/;
const acceleratorCounts = [aws('instance-gpu-count'), aws('instance-accelerator-count')];

export function gpuWithoutTaints({ template }: NodePoolManifest): readonly NewFinding[] {
  const { requirements, taints } = template.spec;
  if (taints.length > 0 || !isAcceleratedOnly(requirements)) return [];
  return [
    {
      code: 'GPU_WITHOUT_TAINTS',
      path: ['spec', 'template', 'spec', 'taints'],
      message:
        'the NodePool has only instance types with accelerators and no taint, so any pod may be scheduled on these expensive nodes; add a taint such as nvidia.com/gpu:NoSchedule',
    },
  ];
}

function isAcceleratedOnly(requirements: readonly RequirementManifest[]): boolean {
  const byFamily = familyLabels.some((label) => {
    const values = valuesOf(requirements, label);
    return (
      values !== null && values.length > 0 && values.every((value) => acceleratedFamily.test(value))
    );
  });
  const byCount = requirements.some(
    ({ key, operator }) =>
      acceleratorCounts.includes(key) && ['Exists', 'Gt', 'Gte', 'In'].includes(operator),
  );
  return byFamily || byCount;
}

/** Below this number of types, EC2 often has no spot capacity for any of them. */
const fewTypes = 5;

export function fewSpotTypes({ template }: NodePoolManifest): readonly NewFinding[] {
  const { requirements } = template.spec;
  const types = countTypes(requirements);
  const allowsSpot = valuesOf(requirements, labelKeys.capacityType)?.includes('spot') === true;
  if (!allowsSpot || types === null || types >= fewTypes) return [];
  return [
    {
      code: 'FEW_SPOT_TYPES',
      path: requirementsPath,
      message: `the NodePool allows spot with at most ${types === 1 ? 'one instance type' : `${types} instance types`}; allow ${fewTypes} or more for better availability and fewer interruptions`,
    },
  ];
}

/** Returns the maximum number of types that the requirements name; `null` if they name none. */
function countTypes(requirements: readonly RequirementManifest[]): number | null {
  const types = valuesOf(requirements, labelKeys.instanceType);
  if (types !== null) return types.length;
  const families = valuesOf(requirements, aws('instance-family'));
  const sizes = valuesOf(requirements, aws('instance-size'));
  return families === null || sizes === null ? null : families.length * sizes.length;
}

const valuesOf = (requirements: readonly RequirementManifest[], label: string) =>
  remainingValues(requirements.filter(({ key }) => key === label));
