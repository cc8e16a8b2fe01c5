import type { JsonObject } from '@kerf/core';
import { describe, expect, it } from 'vitest';
import { readNodeClaim } from './node-claim-record.js';

const meta = {
  name: 'default-1',
  namespace: '',
  uid: 'u',
  createdAt: 0,
  deletionRequestedAt: null,
  clockAheadMs: 0,
  raw: {},
} as const;
const conditionsOf = (...conditions: readonly JsonObject[]) =>
  readNodeClaim({ status: { conditions } }, meta).conditions;

describe('the conditions of a NodeClaim object', () => {
  it('are not kept while it has none that may change', () => {
    expect(conditionsOf({ type: 'Ready', status: 'True', reason: 'Ready' })).toBeNull();
  });

  it('have the reasons of those that are true', () => {
    expect(
      conditionsOf(
        { type: 'Drifted', status: 'True', reason: 'AMIDrift' },
        { type: 'Consolidatable', status: 'True', reason: 'Consolidatable' },
        { type: 'ConsistentStateFound', status: 'True', reason: 'ConsistentStateFound' },
        { type: 'DisruptionReason', status: 'True', reason: 'Empty' },
      ),
    ).toEqual({
      name: 'default-1',
      drifted: 'AMIDrift',
      consolidatable: true,
      consistent: true,
      disruption: 'Empty',
    });
  });

  it('have those that are false as such', () => {
    expect(
      conditionsOf(
        { type: 'Drifted', status: 'False', reason: 'AMIDrift' },
        { type: 'Consolidatable', status: 'False', reason: 'Consolidatable' },
        { type: 'ConsistentStateFound', status: 'False', reason: 'ConsistencyCheckFailed' },
      ),
    ).toEqual({
      name: 'default-1',
      drifted: null,
      consolidatable: false,
      consistent: false,
      disruption: null,
    });
  });
});
