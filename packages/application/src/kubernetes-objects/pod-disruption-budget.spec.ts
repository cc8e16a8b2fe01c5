import type { JsonObject } from '@kerf/core';
import { describe, expect, it } from 'vitest';
import { readObjectMeta } from './object-meta.js';
import { readPodDisruptionBudget } from './pod-disruption-budget.js';

function read(spec: JsonObject, status: JsonObject) {
  const object = { metadata: { name: 'web', namespace: 'shop', uid: 'u' }, spec, status };
  return readPodDisruptionBudget(object, readObjectMeta(object)!);
}

describe('readPodDisruptionBudget', () => {
  it('reads a budget', () => {
    const spec = {
      selector: { matchLabels: { app: 'web' } },
      unhealthyPodEvictionPolicy: 'AlwaysAllow',
    };
    expect(read(spec, { disruptionsAllowed: 2 })).toEqual({
      namespace: 'shop',
      name: 'web',
      selector: { matchLabels: { app: 'web' }, matchExpressions: [] },
      disruptionsAllowed: 2,
      unhealthyPodEvictionPolicy: 'AlwaysAllow',
    });
  });

  it.each([[undefined], [-1], ['3'], [1.5]])('allows nothing by a status of %j', (allowed) => {
    expect(read({}, { disruptionsAllowed: allowed })).toMatchObject({
      selector: null,
      disruptionsAllowed: 0,
      unhealthyPodEvictionPolicy: 'IfHealthyBudget',
    });
  });
});
