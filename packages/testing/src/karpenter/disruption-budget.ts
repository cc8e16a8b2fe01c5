import { readPodDisruptionBudget } from '@kerf/application';
import { toRecord } from '@kerf/core';
import type { PodDisruptionBudget } from '@kerf/engine';
import type { Json } from './json.js';
import { labelSelector } from './manifest-shape.js';
import { readMeta } from './storage.js';

/** Returns the PodDisruptionBudgets of a fixture; one without a status allows no disruptions. */
export function readDisruptionBudgets(objects: readonly Json[]): readonly PodDisruptionBudget[] {
  return objects
    .filter((object) => object.field('kind').string() === 'PodDisruptionBudget')
    .map((object) => {
      object.field('status').field('disruptionsAllowed').integer(0);
      labelSelector(object.field('spec').field('selector'));
      const meta = readMeta(object);
      const namespace = meta.namespace || 'default';
      return readPodDisruptionBudget(toRecord(object.value), { ...meta, namespace });
    });
}
