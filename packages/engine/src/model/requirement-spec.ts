/** Lists the operators of requirements on labels. */
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
/** The operator of a requirement, one of {@link requirementOperators}. */
export type RequirementOperator = (typeof requirementOperators)[number];

/** One requirement on a label, as in a manifest. */
export interface RequirementSpec {
  readonly key: string;
  readonly operator: RequirementOperator;
  readonly values: readonly string[];
  /** How many different values must stay possible (flexibility); `null` if there is no minimum. */
  readonly minValues: number | null;
}

/** Expressions that must all hold. A list of terms is a list of alternatives in order. */
export interface NodeSelectorTerm {
  readonly matchExpressions: readonly RequirementSpec[];
  /** Karpenter refuses `matchFields`; this allows the refusal to name it. */
  readonly hasMatchFields: boolean;
}
