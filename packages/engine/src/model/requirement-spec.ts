export const requirementOperators = [
  'In',
  'NotIn',
  'Exists',
  'DoesNotExist',
  'Gt',
  'Lt',
  'Gte',
  'Lte',
] as const;
export type RequirementOperator = (typeof requirementOperators)[number];

/** One constraint on a label, as a manifest writes it. */
export interface RequirementSpec {
  readonly key: string;
  readonly operator: RequirementOperator;
  readonly values: readonly string[];
  /** How many different values must stay possible (flexibility); `null` when not asked for. */
  readonly minValues: number | null;
}

/** Expressions that must all hold; terms of a list are alternatives, tried in their order. */
export interface NodeSelectorTerm {
  readonly matchExpressions: readonly RequirementSpec[];
  /** `matchFields` is refused by Karpenter; its presence is kept so that the refusal can say so. */
  readonly hasMatchFields: boolean;
}
