import { annotationKeys } from '@kerf/core';
import type { MinSavingManifest, NodePoolManifest } from './node-pool-manifest.js';

/** The annotations of a NodePool that its minimum savings are written as, by field. */
export const minSavingKeys: Readonly<Record<keyof MinSavingManifest, string>> = {
  usdPerHour: annotationKeys.minSavingUsdPerHour,
  percent: annotationKeys.minSavingPercent,
  podMoveUsdPerHour: annotationKeys.podMoveUsdPerHour,
};

/** The fields of minimum savings, in order. */
export const minSavingFields = ['usdPerHour', 'percent', 'podMoveUsdPerHour'] as const;

/** Returns the annotations that the minimum savings of a NodePool are written as. */
export function minSavingAnnotations({
  minSaving = {},
}: Pick<NodePoolManifest, 'minSaving'>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    minSavingFields.flatMap((field) => {
      const value = minSaving[field];
      return value === undefined ? [] : [[minSavingKeys[field], value] as const];
    }),
  );
}
