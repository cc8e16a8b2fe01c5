import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiUnderTest, at } from '../../testing/api-under-test.js';

let api: ApiUnderTest;
beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
});
afterAll(() => api.close());

const manifestOf = (rule: object): string =>
  JSON.stringify({
    apiVersion: 'kerf.dev/v1',
    kind: 'ApprovalPolicy',
    spec: { rules: [{ name: 'shop', ...rule }] },
  });

const auto = { action: 'auto' };

describe('an approval policy is refused, and nothing is saved,', () => {
  it.each([
    [
      'if a rule matches nothing',
      { ...auto, match: { clusters: [] } },
      'rules.0.match.clusters',
      'lists nothing, so it never matches',
    ],
    [
      'if a range contradicts itself',
      { ...auto, match: { nodes: { min: 5, max: 2 } } },
      'rules.0.match.nodes',
      'min must not be above max',
    ],
    [
      'if two conditions contradict each other',
      { ...auto, match: { pods: { max: 0 }, stateful: true } },
      'rules.0.match.pods',
      'must allow pods, because another condition is about pods',
    ],
    [
      'if it needs more approvers than exist',
      { action: 'ask', approvals: 3 },
      'rules.0.approvals',
      'asks for 3 approvals, but nobody can approve',
    ],
  ])('%s', async (_, rule, field, message) => {
    const manifest = manifestOf(rule);
    const rest = await api.send(
      'PUT',
      '/api/v1/approval-policy',
      { ...api.writer, 'if-match': '*' },
      { manifest },
    );
    expect(rest.status).toBe(400);
    expect(at(rest.body, 'detail')).toContain(message);
    const text = `mutation ($input: SaveApprovalPolicyInput!) {
      saveApprovalPolicy(input: $input) { policy { version } userErrors { code field message } }
    }`;
    const input = { manifest, expectedVersion: 0 };
    const { body } = await api.graphql(api.writer, text, { input });
    expect(at(body, 'data.saveApprovalPolicy')).toMatchObject({
      policy: null,
      userErrors: [
        { code: 'INVALID', field: `input.${field}`, message: expect.stringContaining(message) },
      ],
    });
    const current = await api.send('GET', '/api/v1/approval-policy', api.reader);
    expect(at(current.body, 'version')).toBe(0);
  });
});

describe('an approval policy with rules that have no effect', () => {
  it('names them when it is checked, saved and read', async () => {
    const manifest = manifestOf({ ...auto, match: { clusters: ['stage-*'] } });
    const notes = ['shop matches nothing now: there is no cluster stage-*.'];
    const put = (query: string) =>
      api.send(
        'PUT',
        `/api/v1/approval-policy${query}`,
        { ...api.writer, 'if-match': '*' },
        { manifest },
      );
    expect((await put('?dryRun=All')).body).toMatchObject({ version: 1, notes });
    const unsaved = await api.send('GET', '/api/v1/approval-policy', api.reader);
    expect(unsaved.body).toMatchObject({ version: 0, notes: [] });
    expect((await put('')).body).toMatchObject({ version: 1, notes });
    const saved = await api.send('GET', '/api/v1/approval-policy', api.reader);
    expect(saved.body).toMatchObject({ version: 1, notes });
  });
});
