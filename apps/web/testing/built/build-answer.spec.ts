import { describe, expect, it } from 'vitest';
import {
  ApiTokensDocument,
  ApproveDecisionDocument,
  CreateSpendLimitDocument,
  DeleteTeamDocument,
  RegisterClusterDocument,
  SessionsDocument,
} from '../../src/gql/graphql.js';
import { checkAnswer } from '../recording/check-answer.js';
import { recorded } from '../recording/recording.js';
import { buildAnswer } from './build-answer.js';

const request = (document: { toString(): string }, variables = {}): unknown =>
  JSON.parse(JSON.stringify(buildAnswer(document.toString(), variables)));

describe('a built answer', () => {
  it('has the fields that the request selects, and no others', async () => {
    for (const document of [ApiTokensDocument, SessionsDocument]) {
      const data = request(document);
      const answer = { document: document.toString(), variables: {}, data };
      await expect(checkAnswer(answer)).resolves.toBeUndefined();
    }
  });

  it('to a mutation without a builder is a success without an object', () => {
    expect(request(DeleteTeamDocument, { input: { id: 'tea_1' } })).toEqual({
      deleteTeam: { userErrors: [] },
    });
  });

  it('has what the request wrote', () => {
    const scope = { kind: 'CLUSTER', clusterId: recorded.prod };
    const input = { scope, hourly: '7', monthly: null, blocksLaunches: true };
    expect(request(CreateSpendLimitDocument, { input })).toMatchObject({
      createSpendLimit: { spendLimit: { hourly: '7', monthly: null, blocksLaunches: true } },
    });
  });

  it('refuses a review that is based on another version than the recorded one', () => {
    const input = { id: recorded.emptyDecision, expectedVersion: 0 };
    expect(request(ApproveDecisionDocument, { input })).toMatchObject({
      approveDecision: {
        decision: { state: 'AWAITING_APPROVAL' },
        userErrors: [{ code: 'STALE', field: 'input.expectedVersion' }],
      },
    });
  });

  it('refuses the name of a cluster that is registered', () => {
    const terms = { region: 'us-west-2', roleArn: 'arn:aws:iam::111122223333:role/kerf' };
    const register = (name: string) =>
      request(RegisterClusterDocument, { input: { ...terms, name, mode: 'OBSERVE' } });
    expect(register('shop-staging-use1')).toMatchObject({
      registerCluster: { cluster: null, userErrors: [{ code: 'CONFLICT' }] },
    });
    expect(register('new')).toMatchObject({
      registerCluster: { cluster: { name: 'new' }, userErrors: [] },
    });
  });

  it('is not built from an object with a field that its type does not have', () => {
    const sessions = () => [{ id: 'ses_1', adress: '192.0.2.7' }];
    expect(() => buildAnswer(SessionsDocument.toString(), {}, { sessions })).toThrow(
      'Session has no field adress',
    );
  });

  it('is not built for values that the schema does not have', () => {
    expect(() =>
      buildAnswer(SessionsDocument.toString(), {}, { sessions: () => [{ id: null }] }),
    ).toThrow('Cannot return null for non-nullable field Session.id');
    expect(() => request(DeleteTeamDocument, { input: { name: 'web' } })).toThrow('input');
  });
});
