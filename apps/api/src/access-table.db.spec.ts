import { setTimeout } from 'node:timers/promises';
import { invariant } from '@kerf/core';
import { storedFleet } from '@kerf/testing';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import {
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type AccessCall, graphqlCalls, restCalls } from './testing/access-calls.js';
import { type Answer, ApiUnderTest, at, type Sender } from './testing/api-under-test.js';
import { storeSamples } from './testing/store-samples.js';

const tableFile = new URL('../../../docs/access-table.md', import.meta.url).pathname;

const { cluster, otherCluster } = storedFleet;
const organization = { kind: 'Organization' } as const;
const poolOf = (clusterId: string, nodePool: string) =>
  ({ kind: 'NodePool', clusterId, nodePool }) as const;

/** The columns of the table: a role in a scope. The requests are about the NodePool `default`. */
const callers = {
  viewer: { role: 'viewer', scope: organization },
  operator: { role: 'operator', scope: organization },
  approver: { role: 'approver', scope: organization },
  admin: { role: 'admin', scope: organization },
  'admin of the NodePool': { role: 'admin', scope: poolOf(cluster, 'default') },
  'admin of another NodePool': { role: 'admin', scope: poolOf(cluster, 'other') },
  'admin of another cluster': {
    role: 'admin',
    scope: { kind: 'Cluster', clusterId: otherCluster },
  },
} as const;

let api: ApiUnderTest;
let schema: GraphQLSchema;
const senders = new Map<string, Sender>();

beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
  const { ports } = api.api.parts;
  await storeSamples(ports.store);
  for (const [name, { role, scope }] of Object.entries(callers)) {
    senders.set(name, await api.senderOf({ name, role, scope }));
  }
  schema = api.api.app.get(GraphQLSchemaHost, { strict: false }).schema;
});
afterAll(() => api.close());

/** `no`: not allowed; `hidden`: not found; `empty`: a list in which the caller sees nothing. */
type Verdict = 'yes' | 'no' | 'hidden' | 'empty';

function verdictOfRest({ status, body }: Answer): Verdict {
  invariant(status < 500, JSON.stringify(body));
  if (status === 401 || status === 403) return 'no';
  if (status === 404) return 'hidden';
  const items = at(body, 'items');
  return Array.isArray(items) && items.length === 0 ? 'empty' : 'yes';
}

/** Sends again what a rate limit refuses: thousands of requests come from one address. */
async function sendPatiently(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send();
    if (answer.status !== 429) return answer;
    await setTimeout(Number(answer.headers.get('retry-after') ?? '1') * 1_000);
  }
}

async function callRest(sender: Sender, route: string): Promise<Verdict> {
  const [method = '', template = ''] = route.split(' ');
  const call: AccessCall = restCalls[route] ?? {};
  const path =
    call.path ?? template.replace('{cluster}', cluster).replace('{node}', storedFleet.node);
  const { contentType = 'application/json' } = call;
  const headers = { ...sender, 'if-match': '"999-0"', 'content-type': contentType };
  const body = call.body ?? (method === 'POST' || method === 'PUT' ? {} : undefined);
  const answer = await sendPatiently(() =>
    api.send(method, path.replace('{id}', 'none_1'), headers, body),
  );
  return verdictOfRest(answer);
}

/** The smallest selection that shows whether something was found. */
function selectionOf(field: GraphQLField<unknown, unknown>): string {
  const type = getNamedType(field.type);
  if (!isObjectType(type)) return type.name === 'Object' ? '{ id }' : '';
  const names = Object.keys(type.getFields());
  if (names.includes('totalCount')) return '{ totalCount }';
  return names.includes('userErrors') ? '{ userErrors { code message } }' : '{ __typename }';
}

function verdictOfGraphql(field: GraphQLField<unknown, unknown>, { body }: Answer): Verdict {
  const error = at(body, 'errors.0.extensions.code');
  if (error === 'FORBIDDEN') return 'no';
  if (error === 'NOT_FOUND') return 'hidden';
  invariant(error === undefined, JSON.stringify(body));
  const value = at(body, `data.${field.name}`);
  const refusal = at(value, 'userErrors.0.code');
  if (refusal === 'FORBIDDEN') return 'no';
  const found = Array.isArray(value) && value.length > 0 ? value : [value];
  if (refusal === 'NOT_FOUND' || found.every((each) => each === null)) return 'hidden';
  const isEmptyList = isListType(getNullableType(field.type)) && Array.isArray(value);
  const isEmpty = isEmptyList ? value.length === 0 : at(value, 'totalCount') === 0;
  return isEmpty ? 'empty' : 'yes';
}

async function callGraphql(
  sender: Sender,
  kind: 'query' | 'mutation',
  field: GraphQLField<unknown, unknown>,
): Promise<Verdict> {
  const call = graphqlCalls[field.name];
  const isPaged = field.args.some(({ name }) => name === 'first');
  const given = typeof call === 'string' ? call : isPaged ? 'first: 5' : '';
  // A mutation without data works without its input.
  const input = field.args.find(({ name, type }) => name === 'input' && isNonNullType(type));
  invariant(
    input === undefined || typeof call === 'object',
    `testing/access-calls.ts has no input for ${field.name}`,
  );
  const args = input === undefined ? given : 'input: $input';
  const head = input === undefined ? kind : `${kind} ($input: ${String(input.type)})`;
  const text = `${head} { ${field.name}${args === '' ? '' : `(${args})`} ${selectionOf(field)} }`;
  const answer = await sendPatiently(() =>
    api.graphql(sender, text, input === undefined ? {} : { input: call }),
  );
  return verdictOfGraphql(field, answer);
}

async function rowOf(
  request: string,
  call: (sender: Sender) => Promise<Verdict>,
): Promise<readonly string[]> {
  const verdicts: string[] = [];
  for (const name of Object.keys(callers)) verdicts.push(await call(senders.get(name) ?? {}));
  return [`\`${request}\``, ...verdicts];
}

async function readTable(): Promise<string> {
  const rows: (readonly string[])[] = [];
  const document = (await api.send('GET', '/openapi.json', {})).body;
  const paths = Object.entries(Object(at(document, 'paths')));
  const routes = paths.flatMap(([path, methods]) =>
    Object.keys(Object(methods)).map((method) => `${method.toUpperCase()} ${path}`),
  );
  for (const route of routes.toSorted()) {
    rows.push(await rowOf(route, (sender) => callRest(sender, route)));
  }
  const roots = { query: schema.getQueryType(), mutation: schema.getMutationType() };
  for (const kind of ['query', 'mutation'] as const) {
    const fields = Object.values(roots[kind]?.getFields() ?? {});
    for (const field of fields.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      rows.push(await rowOf(`${kind} ${field.name}`, (sender) => callGraphql(sender, kind, field)));
    }
  }
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const head = ['Request', ...Object.keys(callers)];
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const preface = `# Who may what

Each request of REST and GraphQL, sent by API tokens with these roles. The requests are about the NodePool \`default\`
of one cluster, or about something that belongs to no NodePool. \`no\`: the request is refused. \`hidden\`: the object
is not found. \`empty\`: a list in which the caller sees nothing. Requests that create, change or revoke something of
the organization name an object that does not exist, which is \`hidden\` for those who may change it.

A token is no user: requests about sessions and passwords are for users.

\`apps/api/src/access-table.db.spec.ts\` sends the requests and compares. After a change of access, run
\`npx vitest run apps/api/src/access-table.db.spec.ts -u\` and review the difference line by line.
`;

it('is the committed table for every route and root field', async () => {
  await expect(`${preface}\n${await readTable()}\n`).toMatchFileSnapshot(tableFile);
}, 300_000);
