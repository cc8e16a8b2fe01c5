import { describe, expect, it } from 'vitest';
import { ApiTokensDocument } from '../../src/gql/graphql.js';
import { checkAnswer } from './check-answer.js';
import { recordedAnswer } from './recorded-answers.js';

const { apiTokens } = recordedAnswer(ApiTokensDocument, {});
const [token] = apiTokens;

/** Checks an answer with one token that has other fields. */
const checkTokenWith = (fields: object) =>
  checkAnswer({
    document: ApiTokensDocument.toString(),
    variables: {},
    data: { apiTokens: [{ ...token, ...fields }] },
  });

describe('the check of an answer', () => {
  it('accepts what the API answered', async () => {
    await expect(checkTokenWith({})).resolves.toBeUndefined();
  });

  it.each([
    ['a missing field', { createdBy: undefined }, 'apiTokens.0.createdBy'],
    ['null in a field that is not nullable', { name: null }, 'apiTokens.0.name'],
    [
      'an unknown enum value',
      { roles: [{ role: 'viewer', roleName: 'viewer', effect: 'MAYBE', scope: null }] },
      'apiTokens.0.roles.0.effect',
    ],
    ['a value of another type', { revokedAt: { at: 1 }, name: {} }, 'apiTokens.0.name'],
    ['a field that was not selected', { secret: 'x' }, 'fields that the request does not select'],
  ])('rejects %s', async (_case, fields, problem) => {
    await expect(checkTokenWith(fields)).rejects.toThrow(problem);
    await expect(checkTokenWith(fields)).rejects.toThrow('npm run record');
  });
});
