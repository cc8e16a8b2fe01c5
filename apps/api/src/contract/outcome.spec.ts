import { describe, expect, it } from 'vitest';
import { type Refusal, toFailure } from './outcome.js';

const refusal = (field: string | null, message: string): Refusal => ({
  code: 'INVALID',
  field,
  message,
});

describe('the REST form of refusals', () => {
  it('names the field of a message that is no sentence', () => {
    const failure = toFailure([
      refusal('comment', 'must not be empty'),
      refusal('name', 'The name shop is taken.'),
      refusal(null, 'nothing is left'),
    ]);
    expect(failure.message).toBe(
      'comment: must not be empty; The name shop is taken. nothing is left',
    );
    expect(failure.fields.map(({ path }) => path)).toEqual(['comment', 'name']);
  });

  it('points to the body only, not to the version in a header or the ID in the path', () => {
    const message = 'Team tea_1 not found.';
    const failure = toFailure([refusal('id', message), refusal('expectedVersion', 'is old')]);
    expect(failure.fields).toEqual([]);
    expect(failure.message).toContain(message);
  });

  it('has the paths of the request', () => {
    const pathOf = (field: string) => field.replace('manifests', 'documents');
    const failure = toFailure([refusal('manifests.0', 'is empty')], { pathOf });
    expect(failure.fields).toEqual([{ path: 'documents.0', message: 'is empty' }]);
    expect(failure.message).toBe('documents.0: is empty');
  });
});
