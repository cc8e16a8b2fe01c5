import { describe, expect, it } from 'vitest';
import type { PauseEvidence } from '../domain/brake/pause.js';
import { kerfAuditActor } from '../recording/audit.js';
import { ada, setUpCluster } from '../testing/set-up-cluster.js';
import { engageBrake } from './engage-brake.js';
import { releasePause } from './set-pause.js';

const figures = { observed: 620_500_000, threshold: 500_000_000, steps: [], costMicroUsd: null };

/** Returns the evidence in the audit entries of a brake that engaged and was released. */
async function auditedEvidence(rule: PauseEvidence['rule']) {
  const { ports, clusterId, store } = await setUpCluster();
  const { id, evidence } = await engageBrake(ports, {
    cause: 'RunawayBrake',
    clusterId,
    nodePool: null,
    stops: 'DisruptionAndLaunches',
    reason: 'the cost rose',
    evidence: { ...figures, rule },
    expiresAt: null,
  });
  await releasePause(ports, ada, { id, expectedVersion: 1, requestId: null });
  expect(evidence).toEqual({ ...figures, rule });
  return store.tables.audit.all();
}

describe('audit entries of a brake', () => {
  it('have the amounts of the rule SpendRise under names with their unit', async () => {
    const amounts = {
      rule: 'SpendRise',
      observedMicroUsdPerHour: 620_500_000,
      thresholdMicroUsdPerHour: 500_000_000,
      steps: [],
      costMicroUsd: null,
    };
    const [engaged, released] = await auditedEvidence('SpendRise');
    expect(engaged).toMatchObject({ action: 'brake.engage', actor: kerfAuditActor, before: null });
    expect(engaged?.after).toHaveProperty('evidence', amounts);
    expect(released).toMatchObject({ action: 'brake.release' });
    expect(released?.before).toHaveProperty('evidence', amounts);
    expect(released?.after).toHaveProperty('evidence', amounts);
  });

  it('have the numbers of other rules as they are', async () => {
    const [engaged] = await auditedEvidence('ClaimsPerMinute');
    expect(engaged?.after).toHaveProperty('evidence', { ...figures, rule: 'ClaimsPerMinute' });
  });
});
