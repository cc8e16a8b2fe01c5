import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { invariant } from '@kerf/core';
import { getIntrospectionQuery, parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Answer, ApiUnderTest, at, type Sender } from '../../testing/api-under-test.js';
import { documentId } from './document-id.js';

const own = 'query Clusters($first: Int!) { clusters(first: $first) { nodes { ...Names } } }';
const fragment = 'fragment Names on Cluster { name }';
const other = '{ viewer { name } }';

let folder: string;
let api: ApiUnderTest;
/** The session of a user who may do nothing that a viewer may. */
let visitor: Sender;
/** The session of a user who may create tokens. */
let reader: Sender;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerf-web-'));
  await writeFile(join(folder, 'graphql-documents.json'), JSON.stringify([`${own} ${fragment}`]));
  api = await ApiUnderTest.start(inject('databaseUrl'), { KERF_WEB_DIST: folder });
  visitor = await api.signIn('visitor');
  reader = await api.signIn('reader');
  const { body } = await api.graphql(api.writer, '{ users { id name } }');
  const users: unknown = at(body, 'data.users');
  const found = Array.isArray(users) ? users.find((user) => at(user, 'name') === 'visitor') : null;
  const input = {
    subjectKind: 'USER',
    subjectId: at(found, 'id'),
    role: 'viewer',
    effect: 'DENY',
    scope: { kind: 'ORGANIZATION' },
  };
  const bind =
    'mutation ($input: BindRoleInput!) { bindRole(input: $input) { userErrors { message } } }';
  const bound = await api.graphql(api.writer, bind, { input });
  invariant(at(bound.body, 'data.bindRole.userErrors.0') === undefined, 'bound');
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

const id = documentId(parse(`${own} ${fragment}`));
const variables = { first: 1 };
const codeOf = ({ body }: Answer) => at(body, 'errors.0.extensions.code');

describe('the ID of a document', () => {
  it('depends on neither layout nor order, and on everything else', () => {
    expect(documentId(parse(`${fragment}\n\n${own.replaceAll(' ', '  ')}`))).toBe(id);
    expect(documentId(parse(`${own} ${fragment.replace('name', 'id')}`))).not.toBe(id);
  });
});

describe('a session', () => {
  it('sends a document of the dashboard by its ID, or as text', async () => {
    const byId = await api.send('POST', '/graphql', visitor, { documentId: id, variables });
    // The user may see no cluster; the document itself is taken.
    expect(codeOf(byId)).toBe('FORBIDDEN');
    expect(JSON.stringify(byId.body)).toContain('cluster.read');
    const seen = await api.send('POST', '/graphql', reader, { documentId: id, variables });
    expect(seen.body).toEqual({ data: { clusters: { nodes: [] } } });
    const asText = await api.graphql(reader, `${fragment} ${own}`, variables);
    expect(asText.body).toEqual(seen.body);
  });

  it('gets the advice to reload the page for a document of another version', async () => {
    const answer = await api.send('POST', '/graphql', visitor, { documentId: 'sha256:0' });
    expect(answer.status).toBe(400);
    expect(codeOf(answer)).toBe('BAD_USER_INPUT');
    expect(JSON.stringify(answer.body)).toContain('load the page again');
  });

  it('sends other documents if its user may create tokens', async () => {
    expect((await api.graphql(reader, other)).body).toEqual({
      data: { viewer: { name: 'reader' } },
    });
    const refused = await api.graphql(visitor, other);
    expect(refused.status).toBe(403);
    expect(codeOf(refused)).toBe('FORBIDDEN');
    expect(JSON.stringify(refused.body)).toContain('need an API token');
    const query = `/graphql?query=${encodeURIComponent(other)}`;
    expect(
      (await api.send('GET', query, { ...visitor, 'apollo-require-preflight': '1' })).status,
    ).toBe(403);
    const events = `/graphql/stream?query=${encodeURIComponent('subscription { changes { id } }')}`;
    expect(
      (await api.send('GET', events, { ...visitor, accept: 'text/event-stream' })).status,
    ).toBe(403);
  });

  it('reads the schema', async () => {
    const answer = await api.graphql(visitor, getIntrospectionQuery());
    expect(at(answer.body, 'data.__schema.queryType.name')).toBe('Query');
    // Nothing else comes with it.
    expect(codeOf(await api.graphql(visitor, '{ __typename viewer { name } }'))).toBe('FORBIDDEN');
  });
});

describe('an API token', () => {
  it('sends any document', async () => {
    expect((await api.graphql(api.reader, other)).body).toEqual({
      data: { viewer: { name: 'reader' } },
    });
  });
});

describe('KERF_GRAPHQL_DOCUMENTS=trusted', () => {
  it('takes no other documents in a session, whoever it is', async () => {
    const strict = await ApiUnderTest.start(inject('databaseUrl'), {
      KERF_WEB_DIST: folder,
      KERF_GRAPHQL_DOCUMENTS: 'trusted',
    });
    try {
      const session = await strict.signIn('ada');
      expect(codeOf(await strict.graphql(session, other))).toBe('FORBIDDEN');
      const byId = await strict.send('POST', '/graphql', session, { documentId: id, variables });
      expect(JSON.stringify(byId.body)).not.toContain('documents of the dashboard only');
      expect((await strict.graphql(strict.reader, other)).status).toBe(200);
    } finally {
      await strict.close();
    }
  });
});
