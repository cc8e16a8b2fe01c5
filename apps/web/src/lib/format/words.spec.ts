import { describe, expect, it } from 'vitest';
import { terminationReasonWords } from './words.js';

describe('terminationReasonWords', () => {
  it.each([
    ['Drifted', 'Drifted'],
    ['DeletedByUser', 'Deleted by user'],
    ['LaunchTimeout', 'Launch timeout'],
  ])('says %s in words', (reason, expected) => {
    expect(terminationReasonWords(reason)).toBe(expected);
  });
});
