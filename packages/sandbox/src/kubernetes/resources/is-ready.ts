interface WithConditions {
  readonly status?: {
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
}

/** Returns true for a pod or a node whose condition `Ready` is true. */
export const isReady = ({ status }: WithConditions): boolean =>
  status?.conditions?.some(
    (condition) => condition.type === 'Ready' && condition.status === 'True',
  ) ?? false;
