import { describe, expect, it } from 'vitest';
import { errorsOfOtherFields, fieldError } from './user-errors.js';

const errors = [
  { code: 'INVALID', field: 'input.name', message: 'taken' },
  { code: 'STALE', field: null, message: 'look again' },
  { code: 'INVALID', field: 'input.mode', message: 'unknown mode' },
] as const;

describe('user errors', () => {
  it('are shown beside their field', () => {
    expect(fieldError(errors, 'name')).toBe('taken');
    expect(fieldError(errors, 'region')).toBeUndefined();
  });

  it('are shown outside the fields when the form does not have their field', () => {
    expect(errorsOfOtherFields(errors, ['name']).map(({ message }) => message)).toEqual([
      'look again',
      'unknown mode',
    ]);
  });
});
