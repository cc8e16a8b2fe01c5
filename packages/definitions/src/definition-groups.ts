import type { DefinitionKind } from '@kerf/application';

/** The API group of each kind of definition. */
export const definitionGroups = {
  NodePool: 'karpenter.sh',
  EC2NodeClass: 'karpenter.k8s.aws',
} as const satisfies Record<DefinitionKind, string>;
