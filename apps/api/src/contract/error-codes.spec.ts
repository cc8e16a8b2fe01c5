import { readFileSync } from 'node:fs';
import { ApolloServerErrorCode } from '@apollo/server/errors';
import { createLogger } from '@kerf/system';
import { buildSchema, GraphQLError, isEnumType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { toGraphqlError } from '../graphql/to-graphql-error.js';
import { schemaFile } from '../graphql-options.js';
import { documentErrors, failures, publicCodes, userErrors } from './error-codes.js';
import { type Refusal, toFailure } from './outcome.js';
import { toPublicError } from './public-error.js';

const documentation = readFileSync(
  new URL('../../../../docs/errors.md', import.meta.url).pathname,
  'utf8',
);
const answered: readonly string[] = [...publicCodes, ...Object.keys(documentErrors)];

/** Codes in the first column of a section's tables. */
function documented(heading: string): readonly string[] {
  const [, section = ''] = documentation.split(`## ${heading}\n`);
  const [text = ''] = section.split('\n## ');
  return [...text.matchAll(/^\| `([^`]+)` \|/gm)].flatMap(([, code]) => code ?? []);
}

describe('docs/errors.md', () => {
  it('has every code that the API answers, and no other', () => {
    expect(documented('Public codes')).toEqual(answered);
  });

  it('has every code of a user error in the schema, and no other', () => {
    const type = buildSchema(readFileSync(schemaFile, 'utf8')).getType('UserErrorCode');
    const values = isEnumType(type) ? type.getValues().map(({ name }) => name) : [];
    const known = values.filter((name) => name !== 'UNKNOWN').toSorted();
    expect(documented('Codes of refused mutations').toSorted()).toEqual(known);
    expect(Object.keys(userErrors).toSorted()).toEqual(known);
  });

  it('has every code of a failure inside', () => {
    expect(documented('Internal codes')).toEqual(Object.keys(failures));
  });
});

describe('the errors of GraphQL', () => {
  const log = createLogger({ name: 'test', level: 'silent' });
  const codeOf = (code: string, http?: object): unknown => {
    const error = new GraphQLError('no', { extensions: { code, ...(http && { http }) } });
    const formatted = { message: 'no', extensions: { code } };
    return toGraphqlError(log, formatted, error).extensions?.['code'];
  };

  it('have a documented code for every error of the server’s library', () => {
    const codes = [
      ...Object.values<string>(ApolloServerErrorCode),
      'BAD_REQUEST',
      'MAX_RECURSIVE_SELECTIONS_EXCEEDED',
      'A_CODE_OF_A_LATER_VERSION',
    ];
    expect(codes.length).toBeGreaterThan(8);
    expect(
      codes.map((code) => codeOf(code)).filter((code) => !answered.includes(String(code))),
    ).toEqual([]);
  });

  it('keep the code of a wrong document, and take others from their status', () => {
    expect(codeOf('GRAPHQL_PARSE_FAILED')).toBe('GRAPHQL_PARSE_FAILED');
    expect(codeOf('BAD_REQUEST')).toBe('BAD_USER_INPUT');
    expect(codeOf('BAD_REQUEST', { status: 405 })).toBe('METHOD_NOT_ALLOWED');
    expect(codeOf('BAD_REQUEST', { status: 406 })).toBe('NOT_ACCEPTABLE');
    expect(codeOf('INTERNAL_SERVER_ERROR')).toBe('INTERNAL');
  });
});

describe('the problem of a refusal in REST', () => {
  it('has the documented code', () => {
    const codes = Object.keys(userErrors).filter(isRefusalCode);
    expect(codes).toHaveLength(6);
    for (const code of codes) {
      const failure = toFailure([{ code, field: null, message: 'no' }]);
      expect(toPublicError(failure).code).toBe(userErrors[code].rest);
    }
  });
});

const isRefusalCode = (code: string): code is Refusal['code'] => Object.hasOwn(userErrors, code);
