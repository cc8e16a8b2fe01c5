import { describe, expect, it } from 'vitest';
import type { Rejection } from '../model/node.js';
import { rejectionBlock, rejectionOfSaving } from './rejection.js';

const rejection = (changes: Partial<Rejection> = {}): Rejection => ({
  decisionId: 'dec_1',
  reason: 'Underutilized',
  at: 100,
  until: 200,
  savingMicroUsdPerHour: 1_000,
  ...changes,
});
const block = { code: 'REJECTED', decisionId: 'dec_1', until: 200 };
const claim = (...rejections: readonly Rejection[]) => ({ rejections });
const underutilized = { reason: 'Underutilized' } as const;
const empty = { reason: 'Empty' } as const;

describe('rejectionBlock', () => {
  it('is none without a rejection', () => {
    expect(rejectionBlock(claim(), underutilized, 150)).toBeNull();
  });

  it('ends at its time', () => {
    expect(rejectionBlock(claim(rejection()), underutilized, 199)).toEqual(block);
    expect(rejectionBlock(claim(rejection()), underutilized, 200)).toBeNull();
  });

  it('holds for its own reason only', () => {
    expect(rejectionBlock(claim(rejection()), empty, 150)).toBeNull();
    expect(rejectionBlock(claim(rejection({ reason: 'Empty' })), empty, 150)).toEqual(block);
  });

  it('is the latest of several that hold', () => {
    const rejections = [
      rejection({ decisionId: 'dec_old', at: 90 }),
      rejection({ decisionId: 'dec_new', at: 110, until: 160 }),
    ];
    for (const list of [rejections, rejections.toReversed()]) {
      expect(rejectionBlock(claim(...list), underutilized, 150)).toMatchObject({
        decisionId: 'dec_new',
      });
      expect(rejectionBlock(claim(...list), underutilized, 170)).toMatchObject({
        decisionId: 'dec_old',
      });
    }
  });

  it('of a cause does not hold for one that began later', () => {
    const known = claim(rejection({ reason: 'Drifted' }));
    const since = (at: number | null) => ({ reason: 'Drifted', since: at }) as const;
    expect(rejectionBlock(known, since(100), 150)).toEqual(block);
    expect(rejectionBlock(known, since(101), 150)).toBeNull();
    expect(rejectionBlock(known, since(null), 150)).toEqual(block);
  });

  it('says that a repair failed if nobody rejected it', () => {
    const failed = claim(rejection({ reason: 'Unhealthy', isFailure: true }));
    expect(rejectionBlock(failed, { reason: 'Unhealthy' }, 150)).toEqual({
      ...block,
      code: 'REPAIR_FAILED',
    });
  });
});

describe('rejectionOfSaving', () => {
  it('is none without a rejection of a consolidation', () => {
    expect(rejectionOfSaving(claim(), 1, 150)).toBeNull();
    expect(rejectionOfSaving(claim(rejection({ reason: 'Empty' })), 1, 150)).toBeNull();
  });

  it('ends when the saving is a fifth higher', () => {
    expect(rejectionOfSaving(claim(rejection()), 1_199, 150)).toEqual(block);
    expect(rejectionOfSaving(claim(rejection()), 1_200, 150)).toBeNull();
  });

  it('holds if one of the savings is unknown', () => {
    expect(rejectionOfSaving(claim(rejection()), null, 150)).toEqual(block);
    const unknown = rejection({ savingMicroUsdPerHour: null });
    expect(rejectionOfSaving(claim(unknown), 9_000, 150)).toEqual(block);
  });
});
