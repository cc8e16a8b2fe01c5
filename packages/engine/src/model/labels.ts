/** Label values by key. */
export type Labels = Readonly<Record<string, string>>;

/**
 * Selects objects by labels. An empty selector matches all objects; `null` in its place matches
 * none. Source: Kubernetes meta/v1 LabelSelector.
 */
export interface LabelSelector {
  readonly matchLabels: Labels;
  readonly matchExpressions: readonly LabelSelectorExpression[];
}

/** An expression of a label selector. */
export interface LabelSelectorExpression {
  readonly key: string;
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';
  readonly values: readonly string[];
}
