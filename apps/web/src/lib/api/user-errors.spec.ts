import { describe, expect, it } from 'vitest';
import { rootField } from './user-errors.js';

const errorOf = (field: string | null) => ({ code: 'INVALID', field, message: 'unknown' }) as const;

describe('a user error', () => {
  it('is about a field of the form, also when a part of its value is wrong', () => {
    expect(rootField(errorOf('input.name'))).toBe('name');
    expect(rootField(errorOf('input.owns[0].name'))).toBe('owns');
    expect(rootField(errorOf('input.scope.teamId'))).toBe('scope');
  });

  it('is about no field when it names none', () => {
    expect(rootField(errorOf(null))).toBe('');
  });
});
