import { randomUUID } from 'node:crypto';
import { storedFleet, storeFleet } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiUnderTest, at } from '../../../apps/api/src/testing/api-under-test.js';
import { run } from './run.js';

let api: ApiUnderTest;
beforeAll(async () => {
  const KERF_SECRET_KEY = Buffer.alloc(32, 3).toString('base64');
  api = await ApiUnderTest.start(inject('databaseUrl'), { KERF_SECRET_KEY });
  await storeFleet(api.api.parts.ports.store);
});
afterAll(() => api.close());

const cluster = storedFleet.clusterName;

async function kerf(
  line: string,
  stdin = '',
  { as = api.writer, env = {} }: { as?: ApiUnderTest['writer']; env?: Record<string, string> } = {},
) {
  const output = { out: '', err: '' };
  const token = (as['authorization'] ?? '').replace('Bearer ', '');
  const code = await run(line.split(' '), {
    env: { KERF_CONFIG: '/nonexistent/kerf.json', KERF_SERVER: api.url, KERF_TOKEN: token, ...env },
    out: (text) => {
      output.out += text;
    },
    err: (text) => {
      output.err += text;
    },
    readStdin: () => Promise.resolve(stdin),
    fetch: (request) => fetch(request),
    sleep: () => Promise.resolve(),
    now: () => Date.now(),
    newKey: randomUUID,
    signal: new AbortController().signal,
  });
  return { code, ...output };
}

const manifest = (kind: string, name: string, spec: object): string =>
  `${JSON.stringify({ apiVersion: 'kerf.dev/v1', kind, metadata: { name }, spec })}\n`;
const together = (...manifests: readonly string[]): string => manifests.join('---\n');

const user = manifest('User', 'lin', {});
const team = manifest('Team', 'payments', {
  owns: [{ kind: 'NODE_POOL', cluster, name: 'default' }],
  members: [
    { kind: 'GROUP', name: 'payments-engineers' },
    { kind: 'USER', name: 'lin' },
  ],
});
const role = manifest('Role', 'pool-reader', { actions: ['DEFINITION_READ', 'NODE_READ'] });
const binding = manifest('RoleBinding', 'any', {
  subject: { kind: 'GROUP', name: 'payments-engineers' },
  role: 'pool-reader',
  scope: 'team/payments',
});
const channel = manifest('NotificationChannel', 'pager', {
  kind: 'PAGER_DUTY',
  routingKey: { secretFrom: { env: 'PAGER_KEY' } },
});
const rule = manifest('NotificationRule', 'payments at night', {
  channel: 'pager',
  eventKinds: [],
  leastSeverity: 'CRITICAL',
  clusters: [cluster],
  teams: ['payments'],
});
const trustRule = manifest('TrustRule', 'deploy', {
  issuer: 'https://ci.example.com',
  audience: 'kerf',
  role: 'pool-reader',
  lifetimeSeconds: 600,
  conditions: [{ claim: 'repository', operator: 'EQUALS', value: 'shop/deploy' }],
  scope: `cluster/${cluster}`,
});
const limit = manifest('SpendLimit', 'team/payments', { hourly: '12.5' });
const alerts = manifest('AlertThresholds', 'team/payments', { nodes: 40 });
const brakes = manifest('BrakeSettings', cluster, { launchFailures: 7 });
const settings = manifest('Cluster', cluster, { settings: { maxReplacements: 3 } });
const policy = manifest('ApprovalPolicy', 'default', {
  rules: [{ name: 'empty nodes', match: { kinds: ['Empty'] }, action: 'auto' }],
});
const secretKey = 'R0123456789abcdef0123456789abcde';
const env = { PAGER_KEY: secretKey };
const everything = together(
  binding,
  rule,
  trustRule,
  limit,
  alerts,
  brakes,
  settings,
  policy,
  channel,
  team,
  role,
  user,
);
const withoutSecret = everything.replace(/,"routingKey":\{[^}]*\}\}/, '');

const outcomesOf = ({ out }: { out: string }): readonly string[] =>
  out
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(/ {2,}/).join(' '));

describe('manifests of Kerf', () => {
  it('are compared, applied in the order of their references, and then unchanged', async () => {
    const planned = await kerf('diff -f -', everything, { env });
    expect(planned).toMatchObject({ code: 1, err: '12 objects would change.\n' });
    expect(planned.out).toContain('+  name: payments');
    expect(planned.out).toMatch(/-\s+launchFailures: \d+\n\+\s+launchFailures: 7/);
    const applied = await kerf('apply -f -', everything, { env });
    expect(applied).toMatchObject({ code: 0, err: '' });
    expect(outcomesOf(applied)).toEqual([
      `cluster/${cluster} UPDATED`,
      'user/lin CREATED',
      'role/pool-reader CREATED',
      'team/payments CREATED',
      'rolebinding/any CREATED',
      'trustrule/deploy CREATED',
      'notificationchannel/pager CREATED',
      'notificationrule/payments at night CREATED',
      'approvalpolicy/default UPDATED',
      'spendlimit/team/payments CREATED',
      'alertthresholds/team/payments UPDATED',
      `brakesettings/${cluster} UPDATED`,
    ]);
    const again = await kerf('apply -f -', withoutSecret);
    expect(again).toMatchObject({ code: 0, err: '' });
    expect(outcomesOf(again).filter((line) => !line.endsWith(' UNCHANGED'))).toEqual([]);
    expect(await kerf('diff -f -', withoutSecret)).toEqual({ code: 0, out: '', err: '' });
  });

  it('are written by get in a form that changes nothing when it is applied', async () => {
    const kinds =
      'clusters users roles teams rolebindings trustrules notificationchannels notificationrules approvalpolicy spendlimits alertthresholds brakesettings';
    for (const kind of kinds.split(' ')) {
      const written = await kerf(`get ${kind} -o manifest`);
      expect(written).toMatchObject({ code: 0, err: '' });
      expect(written.out).toContain('apiVersion: kerf.dev/v1');
      expect(written.out).not.toContain(secretKey);
      const applied = await kerf('apply -f -', written.out);
      expect({ kind, ...applied }).toMatchObject({ kind, code: 0, err: '' });
      expect(outcomesOf(applied).filter((line) => !line.endsWith(' UNCHANGED'))).toEqual([]);
    }
    expect((await kerf('get teams payments -o manifest')).out).toContain(`cluster: ${cluster}`);
    expect(await kerf('get teams none -o manifest')).toMatchObject({ code: 4 });
    expect(await kerf('get pods -o manifest')).toMatchObject({ code: 2 });
  });

  it('change what they name, and keep what they leave out of settings', async () => {
    const changed = manifest('BrakeSettings', cluster, { alertNodes: 99 });
    expect(outcomesOf(await kerf('apply -f -', changed))).toEqual([
      `brakesettings/${cluster} UPDATED`,
    ]);
    const { out } = await kerf(`get brakesettings ${cluster} -o manifest`);
    expect(out).toContain('launchFailures: 7');
    expect(out).toContain('alertNodes: 99');
  });

  it('that are refused cost themselves only, and the exit code says so', async () => {
    const applied = await kerf(
      'apply -f -',
      together(
        manifest('Team', 'broken', { owns: [{ kind: 'CLUSTER', cluster: 'none' }] }),
        manifest('Role', 'strange', { actions: ['FLY'] }),
        manifest('Team', 'fine', {}),
      ),
    );
    expect(applied.code).toBe(6);
    expect(outcomesOf(applied)).toEqual([
      'role/strange REFUSED',
      'team/broken REFUSED',
      'team/fine CREATED',
    ]);
    expect(applied.err).toContain('ERROR team/broken: Cluster none not found.');
    expect(applied.err).toContain('2 objects refused.');
  });

  it('bind API tokens by name', async () => {
    const token = { name: 'ci', role: 'viewer', scope: { kind: 'ORGANIZATION' }, expiresInDays: 1 };
    expect((await api.send('POST', '/api/v1/api-tokens', api.writer, token)).status).toBe(201);
    const ofToken = manifest('RoleBinding', 'any', {
      subject: { kind: 'API_TOKEN', name: 'ci' },
      role: 'viewer',
      scope: `nodepool/${cluster}/default`,
    });
    for (const outcome of ['CREATED', 'UNCHANGED']) {
      const applied = await kerf('apply -f -', ofToken);
      expect(outcomesOf(applied)).toEqual([`rolebinding/any ${outcome}`]);
    }
  });

  it('create users without rights, disable them and let them sign in again', async () => {
    const disabled = manifest('User', 'kim', { isEnabled: false });
    expect(outcomesOf(await kerf('apply -f -', disabled))).toEqual(['user/kim CREATED']);
    const { body } = await api.send('GET', '/api/v1/users?name=kim', api.writer);
    expect(at(body, 'items.0')).toMatchObject({ roles: [], hasPassword: false });
    expect(at(body, 'items.0.disabledAt')).toBeTypeOf('string');
    const steps = [
      [{}, 'UNCHANGED'],
      [{ isEnabled: true }, 'UPDATED'],
      [{ isEnabled: true }, 'UNCHANGED'],
      [{ isEnabled: false }, 'UPDATED'],
    ] as const;
    for (const [spec, outcome] of steps) {
      const applied = await kerf('apply -f -', manifest('User', 'kim', spec));
      expect(outcomesOf(applied)).toEqual([`user/kim ${outcome}`]);
    }
    expect((await kerf('get users kim -o manifest')).out).toContain('isEnabled: false');
    expect(outcomesOf(await kerf('delete -f -', disabled))).toEqual(['user/kim DELETED']);
  });

  it('register and remove a cluster', async () => {
    const roleArn = 'arn:aws:iam::111122223333:role/kerf';
    const spec = { region: 'eu-west-1', roleArn, mode: 'OBSERVE', settings: { searchMs: 7 } };
    const added = manifest('Cluster', 'added', spec);
    expect(outcomesOf(await kerf('apply -f -', added))).toEqual(['cluster/added CREATED']);
    expect(outcomesOf(await kerf('apply -f -', added))).toEqual(['cluster/added UNCHANGED']);
    const written = await kerf('get clusters added -o manifest');
    expect(written.out).toContain('region: eu-west-1');
    expect(written.out).toContain('searchMs: 7');
    expect(written.out).not.toContain('endpoint');
    const deleted = await kerf('delete -f -', manifest('Cluster', 'added', {}));
    expect(outcomesOf(deleted)).toEqual(['cluster/added DELETED']);
    expect(outcomesOf(await kerf('apply -f -', written.out))).toEqual(['cluster/added CREATED']);
    const again = await kerf('delete -f -', written.out);
    expect(outcomesOf(again)).toEqual(['cluster/added DELETED']);
    expect(await kerf('delete -f -', added)).toMatchObject({ code: 4 });
  });

  it('keep the endpoint that a cluster was registered with', async () => {
    const endpoint = 'https://proxy.example.com';
    const certificateAuthority = 'LS0tLS1CRUdJTiAAAA==';
    const roleArn = 'arn:aws:iam::111122223333:role/kerf';
    const spec = { region: 'eu-west-1', roleArn, mode: 'OBSERVE', endpoint, certificateAuthority };
    const proxied = manifest('Cluster', 'proxied', spec);
    expect(outcomesOf(await kerf('apply -f -', proxied))).toEqual(['cluster/proxied CREATED']);
    const written = await kerf('get clusters proxied -o manifest');
    expect(written.out).toContain(`endpoint: ${endpoint}`);
    expect(written.out).toContain(`certificateAuthority: ${certificateAuthority}`);
    const moved = manifest('Cluster', 'proxied', { ...spec, endpoint: 'https://other.example' });
    expect((await kerf('apply -f -', moved)).err).toContain('endpoint of a Cluster cannot be');
    expect(await kerf('delete -f -', proxied)).toMatchObject({ code: 0 });
  });

  it.each([
    ['ApprovalPolicy', 'default', 'Apply it with `rules: []`'],
    ['AlertThresholds', 'organization', 'Apply 0 to turn one off.'],
    ['BrakeSettings', cluster, 'They end with the cluster.'],
  ])('of %s are not deleted, and say how to do instead', async (kind, name, fix) => {
    const { code, err } = await kerf('delete -f -', manifest(kind, name, {}));
    expect(err).toContain(`${kind} cannot be deleted. `);
    expect(err).toContain(fix);
    expect(code).toBe(6);
  });

  it('stand beside NodePools in one file', async () => {
    const pool = `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: beside, labels: { team: web } }
spec:
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements: []
`;
    const text = together(manifest('Team', 'beside', {}), pool);
    expect(await kerf('apply -f -', text)).toMatchObject({ code: 2 });
    expect((await kerf(`apply --cluster ${cluster} -f -`)).err).toContain(
      'the text contains no manifest',
    );
    const applied = await kerf(`apply --cluster ${cluster} -f -`, text);
    expect(applied.code).toBe(0);
    expect(outcomesOf(applied)).toEqual(['team/beside UNCHANGED', 'nodepool/beside CREATED']);
    const moved = await kerf(
      `diff --cluster ${cluster} -f -`,
      text.replace('team: web', 'team: shop'),
    );
    expect(moved.out).toMatch(/-\s+team: web\n\+\s+team: shop/);
  });

  it('keep secrets out of files, of output and of differences', async () => {
    const plain = manifest('NotificationChannel', 'pager', { routingKey: secretKey });
    const refused = await kerf('apply -f -', plain);
    expect(refused.code).toBe(6);
    expect(refused.err).toContain('routingKey: {secretFrom: {env: NAME}}');
    expect(refused.err + refused.out).not.toContain(secretKey);
    expect((await kerf('apply -f -', channel)).err).toContain('the variable PAGER_KEY is not set');
    const sent = await kerf('apply -f -', channel, { env });
    expect(outcomesOf(sent)).toEqual(['notificationchannel/pager UPDATED']);
    expect((await kerf('diff -f -', channel, { env })).out).not.toContain(secretKey);
  });

  it.each([
    [
      'an unknown kind',
      manifest('Tribe', 'a', {}),
      'Tribe is no kind of kerf.dev/v1. Use one of Cluster, User, Role',
    ],
    ['a misspelled part', manifest('Team', 'a', {}).replace('"spec"', '"sepc"'), 'sepc: unknown.'],
    [
      'labels',
      manifest('Team', 'a', {}).replace('"name":"a"', '"name":"a","labels":{}'),
      'metadata.labels: unknown.',
    ],
    ['no name', manifest('Team', '', {}), 'metadata.name must be text.'],
    ['an unknown field', manifest('Team', 'a', { owner: 'b' }), '#/owner'],
    [
      'a user with roles',
      manifest('User', 'a', { roles: ['admin'] }),
      'roles: unknown. A User has',
    ],
    ['a user who is a bit enabled', manifest('User', 'a', { isEnabled: 'no' }), 'true or false'],
    ['a user with a password', manifest('User', 'a', { password: 'x' }), 'password: unknown.'],
    [
      'a person of a provider that Kerf does not have',
      manifest('User', 'a', { externalIdentity: { issuer: 'https://a.example', subject: 'a' } }),
      'needs an identity provider',
    ],
    [
      'a scope that is none',
      manifest('SpendLimit', 'everything', { hourly: '1' }),
      'everything is no scope.',
    ],
    [
      'a cluster that is not registered, without what registers it',
      manifest('Cluster', 'none', { mode: 'AUTO' }),
      'Cluster none not found. To create it, set region, roleArn.',
    ],
    [
      'a registered cluster in another region',
      manifest('Cluster', cluster, { region: 'eu-south-1' }),
      'region of a Cluster cannot be changed. Delete it and create another one.',
    ],
    [
      'a changed kind of a channel',
      manifest('NotificationChannel', 'pager', { kind: 'SLACK' }),
      'kind of a NotificationChannel cannot be changed.',
    ],
  ])('are refused with a reason: %s', async (_, text, reason) => {
    const { code, err } = await kerf('apply -f -', text);
    expect(err).toContain(reason);
    expect(code).not.toBe(0);
  });

  it('change nothing for a caller who may only read', async () => {
    const text = manifest('Team', 'payments', { members: [] });
    expect(await kerf('apply -f -', text, { as: api.reader })).toMatchObject({ code: 3 });
    expect((await kerf('get teams payments -o manifest')).out).toContain('payments-engineers');
  });

  it('delete their objects, and say which are gone', async () => {
    const deletable = together(role, team, binding, channel, rule, trustRule, limit, user);
    const deleted = await kerf('delete -f -', deletable);
    expect(deleted).toMatchObject({ code: 0, err: '' });
    expect(outcomesOf(deleted).filter((line) => !line.endsWith(' DELETED'))).toEqual([]);
    expect(await kerf('delete -f -', team)).toMatchObject({ code: 4 });
    expect(await kerf('delete -f -', policy)).toMatchObject({ code: 6 });
    expect(await kerf('delete')).toMatchObject({ code: 2 });
  });
});
