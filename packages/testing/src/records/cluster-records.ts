import { type Cluster, defaultClusterSettings, modeInForce } from '@kerf/application';
import type { Instant } from '@kerf/core';

/** The time at which the records below are valid. */
export const recordedAt: Instant = Date.parse('2026-11-21T14:00:00Z');

/** Returns a connected cluster in mode `approve`. */
export function aCluster(fields: Pick<Cluster, 'id' | 'name'> & Partial<Cluster>): Cluster {
  const { mode = 'approve', configuredMode = mode, hold = null } = fields;
  return {
    region: 'us-east-1',
    endpoint: null,
    certificateAuthority: null,
    endpointIsGiven: false,
    roleArn: 'arn:aws:iam::111122223333:role/kerf',
    externalId: null,
    facts: null,
    interruptionQueue: null,
    settings: defaultClusterSettings,
    zonalShifts: [],
    connection: {
      state: 'Connected',
      problem: null,
      syncedAt: recordedAt,
      changedAt: recordedAt - 3_600_000,
    },
    checks: [],
    createdAt: recordedAt - 86_400_000,
    version: 1,
    ...fields,
    configuredMode,
    hold,
    mode: modeInForce({ configuredMode, hold }),
  };
}
