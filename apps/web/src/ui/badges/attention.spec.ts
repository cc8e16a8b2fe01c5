import { describe, expect, it } from 'vitest';
import {
  type AttentionFields,
  attentionLook,
  attentionRank,
  attentionSentence,
  healthyLook,
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
  it('has a word with a count, and a color by severity', () => {
    expect(attentionLook(attention())).toMatchObject({
      word: 'Launch failures × 5',
      tone: 'broken',
    });
    const lost = attention({ kind: 'UNREACHABLE', count: 0 });
    expect(attentionLook(lost).word).toBe('Unreachable');
    const degraded = attention({ kind: 'FINDINGS', severity: 'DEGRADED', count: 1 });
    expect(attentionLook(degraded)).toMatchObject({ word: 'Findings × 1', tone: 'attention' });
  });

  it('is explained with the detail of the API', () => {
    const sentence = attentionSentence(attention({ kind: 'UNREACHABLE', detail: 'timed out' }));
    expect(sentence).toMatch(/cannot be reached.* timed out$/);
    expect(attentionSentence(attention())).toContain('last 15 minutes');
  });

  it('ranks the most urgent kind highest, and none lowest', () => {
    const ranks = [[], [attention()], [attention({ kind: 'UNREACHABLE' }), attention()]].map(
      attentionRank,
    );
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    expect(ranks[0]).toBe(0);
  });

  it('shows a healthy or connecting cluster when there is none', () => {
    expect(healthyLook('CONNECTED').word).toBe('Healthy');
    expect(healthyLook('CONNECTING').word).toBe('Connecting');
  });
});
