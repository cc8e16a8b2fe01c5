import { toRecords, toText, toTextOrNull } from '@kerf/core';
import type { Taint, TaintEffect, Toleration } from '@kerf/engine';

const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'] as const;

function readEffect(value: unknown): TaintEffect | null {
  return effects.find((effect) => effect === value) ?? null;
}

/** Reads taints; an unknown effect is treated as `NoSchedule`, to be safe. */
export function readTaints(value: unknown): readonly Taint[] {
  return toRecords(value).map((taint) => ({
    key: toText(taint['key']),
    value: toText(taint['value']),
    effect: readEffect(taint['effect']) ?? 'NoSchedule',
  }));
}

/**
 * Reads tolerations; those with an unknown effect or operator are omitted, because they tolerate
 * nothing.
 */
export function readTolerations(value: unknown): readonly Toleration[] {
  return toRecords(value).flatMap((toleration) => {
    const operator = toTextOrNull(toleration['operator']) ?? 'Equal';
    const effect = readEffect(toleration['effect']);
    const isEveryEffect = toTextOrNull(toleration['effect']) === null;
    if ((operator !== 'Equal' && operator !== 'Exists') || (effect === null && !isEveryEffect))
      return [];
    const key = toText(toleration['key']);
    return [{ key, operator, value: toText(toleration['value']), effect }];
  });
}

/**
 * Adds the tolerations that the API server adds to pods, unless they have them.
 * Source: Kubernetes admission plugin DefaultTolerationSeconds.
 */
export function withDefaultTolerations(tolerations: readonly Toleration[]): readonly Toleration[] {
  const missing = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'].filter(
    (taint) =>
      !tolerations.some(
        ({ key, effect }) =>
          (key === taint || key === '') && (effect === 'NoExecute' || effect === null),
      ),
  );
  return [
    ...tolerations,
    ...missing.map(
      (key): Toleration => ({ key, operator: 'Exists', value: '', effect: 'NoExecute' }),
    ),
  ];
}
