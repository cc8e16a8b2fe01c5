import { describe, expect, it } from 'vitest';
import {
  type AttentionFields,
  attentionBadge,
  attentionRank,
  attentionSentence,
  healthyBadge,
} from './attention.js';

const attention = (fields: Partial<AttentionFields> = {}): AttentionFields => ({
  kind: 'LAUNCH_FAILURES',
  severity: 'BROKEN',
  count: 5,
  since: '2026-11-21T14:00:00Z',
  detail: null,
  ...fields,
});

describe('attention of a cluster', () => {
  it('has a label with a count, and a color by severity', () => {
    expect(attentionBadge(attention())).toMatchObject({
      label: 'Launch failures × 5',
      tone: 'broken',
    });
    const unreachable = attention({ kind: 'UNREACHABLE', count: 0 });
    expect(attentionBadge(unreachable).label).toBe('Unreachable');
    const degraded = attention({ kind: 'FINDINGS', severity: 'DEGRADED', count: 1 });
    expect(attentionBadge(degraded)).toMatchObject({ label: 'Findings × 1', tone: 'attention' });
    const waiting = attention({ kind: 'PENDING_PODS', severity: 'WAITING', count: 7 });
    expect(attentionBadge(waiting)).toMatchObject({ label: 'Pending pods × 7', tone: 'active' });
  });

  it('is explained with the detail of the API', () => {
    const sentence = attentionSentence(attention({ kind: 'UNREACHABLE', detail: 'timed out' }));
    expect(sentence).toMatch(/cannot be reached.* timed out$/);
    expect(attentionSentence(attention())).toContain('last 15 minutes');
  });

  it('ranks the most urgent kind highest, and a cluster without problems lowest', () => {
    const ranks = [
      [],
      [attention({ kind: 'PENDING_PODS', severity: 'WAITING' })],
      [attention({ kind: 'APPROVALS_WAITING', severity: 'WAITING' })],
      [attention({ kind: 'FINDINGS', severity: 'DEGRADED' })],
      [attention()],
      [attention({ kind: 'UNREACHABLE' }), attention()],
    ].map(attentionRank);
    expect(new Set(ranks).size).toBe(ranks.length);
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    expect(ranks[0]).toBe(0);
  });

  it('is replaced by healthy or connecting when the cluster has no problems', () => {
    expect(healthyBadge('CONNECTED').label).toBe('Healthy');
    expect(healthyBadge('CONNECTING').label).toBe('Connecting');
  });
});
