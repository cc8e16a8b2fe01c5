import { describe, expect, it } from 'vitest';
import { AppError, referenceOf, toldMessageOf } from './error.js';

const sql = new Error(
  'Invalid `prisma.nodeClaim.create()` invocation: ERROR 23514 at 10.0.0.5:5432',
);

describe('people', () => {
  it('get the message of an expected failure', () => {
    const error = new AppError({ code: 'DB.UNAVAILABLE', message: 'The database is away.' });
    expect(toldMessageOf(error)).toBe('The database is away.');
  });

  it.each([sql, new TypeError('x is undefined'), 'thrown text 23505', undefined])(
    'are told nothing but a reference of %s',
    (thrown) => {
      expect(toldMessageOf(thrown)).toMatch(
        /^An unexpected error of Kerf; its reference in the log is [0-9a-f]{8}\.$/,
      );
    },
  );
});

describe('the reference of an unexpected error', () => {
  it('is the same whenever it happens, and another one for another error', () => {
    expect(referenceOf(new Error(sql.message))).toBe(referenceOf(sql));
    expect(referenceOf(new Error('another'))).not.toBe(referenceOf(sql));
    expect(toldMessageOf(sql)).toContain(referenceOf(sql));
  });
});
