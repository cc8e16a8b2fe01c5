export type Labels = Readonly<Record<string, string>>;

/** Which objects a rule looks at. An empty selector matches all; `null` in its place matches none. */
export interface LabelSelector {
  readonly matchLabels: Labels;
  readonly matchExpressions: readonly LabelSelectorExpression[];
}

export interface LabelSelectorExpression {
  readonly key: string;
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';
  readonly values: readonly string[];
}
