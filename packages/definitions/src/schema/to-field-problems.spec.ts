import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toFieldProblems } from './to-field-problems.js';

const schema = z.strictObject({
  name: z.string().min(1).max(3),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  mode: z.enum(['AUTO', 'OBSERVE']).default('AUTO'),
  tags: z.array(z.string()).max(1).default([]),
  inner: z.strictObject({ isOpen: z.boolean() }).optional(),
  price: z.string({ error: 'must be a decimal string, e.g. "0.096"' }).optional(),
});

function problemsOf(value: unknown) {
  const parsed = schema.safeParse(value, { reportInput: true });
  return parsed.success
    ? []
    : toFieldProblems(parsed.error).map(({ path, message }) => [path, message]);
}

describe('the problems of a value', () => {
  it.each<[string, unknown, readonly [string, string]]>([
    ['a value that is missing', undefined, ['', 'is required']],
    ['a value of another kind', [], ['', 'must be an object']],
    ['a field that is missing', {}, ['name', 'is required']],
    ['a field of another type', { name: 1 }, ['name', 'must be text']],
    [
      'a field whose schema says what it must be',
      { name: 'a', price: 1 },
      ['price', 'must be a decimal string, e.g. "0.096"'],
    ],
    ['an empty text', { name: '' }, ['name', 'must not be empty']],
    ['a long text', { name: 'long' }, ['name', 'must have at most 3 characters']],
    ['a number below the range', { name: 'a', limit: '0' }, ['limit', 'must be at least 1']],
    ['text instead of a number', { name: 'a', limit: 'x' }, ['limit', 'must be a number']],
    [
      'a misspelled choice',
      { name: 'a', mode: 'OBSERV' },
      ['mode', 'must be one of AUTO, OBSERVE (did you mean OBSERVE?)'],
    ],
    ['a long list', { name: 'a', tags: ['a', 'b'] }, ['tags', 'must have at most 1 elements']],
    ['a field in a field', { name: 'a', inner: {} }, ['inner.isOpen', 'is required']],
  ])('name the field and say what it must be: %s', (_what, value, problem) => {
    expect(problemsOf(value)).toEqual([problem]);
  });

  it('have a path for each unknown field', () => {
    expect(problemsOf({ name: 'a', color: 1, inner: { isOpen: true, size: 2 } })).toEqual([
      ['inner.size', 'is unknown'],
      ['color', 'is unknown'],
    ]);
  });
});
