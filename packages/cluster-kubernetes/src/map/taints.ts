import type { Taint, TaintEffect, Toleration } from '@kerf/engine';
import { toRecords, toText, toTextOrNull } from '../json.js';

const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'] as const;

function readEffect(value: unknown): TaintEffect | null {
  return effects.find((effect) => effect === value) ?? null;
}

/** Taints; one with an effect that nobody knows is taken as `NoSchedule`, the careful reading. */
export function readTaints(value: unknown): readonly Taint[] {
  return toRecords(value).map((taint) => ({
    key: toText(taint['key']),
    value: toText(taint['value']),
    effect: readEffect(taint['effect']) ?? 'NoSchedule',
  }));
}

/** Tolerations; one with an effect or operator that nobody knows is left out: it tolerates nothing. */
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
