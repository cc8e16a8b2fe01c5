import { createHmac } from 'node:crypto';
import type { Decision } from '@kerf/application';
import { aCluster, aDecision } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiUnderTest, at, type Sender } from '../../testing/api-under-test.js';

const secretKey = Buffer.alloc(32, 7).toString('base64');
const signingSecret = 'slack-signing-secret';
let api: ApiUnderTest;
let person: Sender;

beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'), { KERF_SECRET_KEY: secretKey });
  await store().clusters.insert(aCluster({ id: 'clu_1', name: 'prod' }));
  person = await api.signIn('grace');
});
afterAll(() => api.close());

const store = () => api.api.parts.ports.store;

async function create(fields: Readonly<Record<string, unknown>>, sender = api.writer) {
  return api.send('POST', '/api/v1/notification-channels', sender, fields);
}

const path = (id: unknown, rest = '') => `/api/v1/notification-channels/${String(id)}${rest}`;

describe('notification channels', () => {
  it('are created with a secret that is shown once, and stored encrypted', async () => {
    const created = await create({
      name: 'audit hook',
      kind: 'WEBHOOK',
      url: 'https://example.com/hook',
    });
    expect(created).toMatchObject({
      status: 201,
      body: {
        signingSecret: expect.stringMatching(/^kerf_webhook_/),
        channel: { kind: 'WEBHOOK', secretNames: ['signingSecret'], version: 1 },
      },
    });
    const secret = String(at(created.body, 'signingSecret'));
    const id = at(created.body, 'channel.id');
    const read = await api.send('GET', path(id), api.reader);
    expect(read.status).toBe(200);
    expect(JSON.stringify(read.body)).not.toContain(secret);
    const row = await api.api.parts.database.prisma.notificationChannel.findFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(secret);
    const stored = await store().notificationChannels.find(String(id));
    expect(api.api.parts.ports.secretBox.open(stored?.sealedSecrets.signingSecret ?? '')).toBe(
      secret,
    );
  });

  it('are changed at the version that the caller saw', async () => {
    const input = '{ name: "pager", kind: PAGER_DUTY, routingKey: "R0" }';
    const created = await api.graphql(
      api.writer,
      `mutation { createNotificationChannel(input: ${input}) { channel { id version secretNames } userErrors { message } } }`,
    );
    const channel = 'data.createNotificationChannel.channel';
    expect(at(created.body, `${channel}.secretNames`)).toEqual(['routingKey']);
    const id = String(at(created.body, `${channel}.id`));
    const update = (version: number) =>
      api.graphql(
        api.writer,
        `mutation { updateNotificationChannel(input: { id: "${id}", expectedVersion: ${version}, digestMinutes: 5, isEnabled: false }) {
          channel { state digestMinutes disabledReason version } userErrors { code field } } }`,
      );
    expect(at((await update(1)).body, 'data.updateNotificationChannel')).toEqual({
      channel: {
        state: 'DISABLED',
        digestMinutes: 5,
        disabledReason: 'Disabled by writer.',
        version: 2,
      },
      userErrors: [],
    });
    expect(at((await update(1)).body, 'data.updateNotificationChannel.userErrors')).toEqual([
      { code: 'STALE', field: 'input.expectedVersion' },
    ]);
    const removed = await api.send('DELETE', path(id), { ...api.writer, 'if-match': '"2"' });
    expect(removed.status).toBe(204);
    expect((await api.send('GET', path(id), api.reader)).status).toBe(404);
  });

  it('are refused with the field and the cause', async () => {
    const bad = await create({ name: 'x', kind: 'WEBHOOK', url: 'ftp://example.com' });
    expect(bad).toMatchObject({ status: 400, body: { errors: [{ pointer: '#/url' }] } });
    const taken = await create({ name: 'audit hook', kind: 'WEBHOOK', url: 'https://a.example' });
    expect(taken.status).toBe(409);
  });

  it('are written by administrators only', async () => {
    const refused = await create({ name: 'y', kind: 'PAGER_DUTY', routingKey: 'R' }, api.reader);
    expect(refused.status).toBe(403);
    expect((await api.send('GET', '/api/v1/notification-channels', {})).status).toBe(401);
  });
});

it('without a key no channel is created, and the error names the setting', async () => {
  const other = await ApiUnderTest.start(inject('databaseUrl'));
  const refused = await other.send('POST', '/api/v1/notification-channels', other.writer, {
    name: 'hook',
    kind: 'WEBHOOK',
    url: 'https://example.com/',
  });
  await other.close();
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toContain('KERF_SECRET_KEY');
});

describe('notification rules', () => {
  it('select kinds of events that exist', async () => {
    const { body } = await api.send('GET', '/api/v1/notification-channels', api.reader);
    const channelId = at(body, 'items.0.id');
    const rules = '/api/v1/notification-rules';
    const fields = { channelId, name: 'failures', eventKinds: ['decision.failed'] };
    const created = await api.send('POST', rules, api.writer, fields);
    expect(created).toMatchObject({ status: 201, body: { leastSeverity: 'INFO', version: 1 } });
    const unknown = { ...fields, eventKinds: ['decision.exploded'] };
    expect(await api.send('POST', rules, api.writer, unknown)).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '#/eventKinds' }] },
    });
    const kinds = await api.send('GET', '/api/v1/notification-event-kinds', api.reader);
    expect(JSON.stringify(kinds.body)).toContain('"decision.failed"');
  });

  it('are limited to teams that exist, and such a team is not deleted', async () => {
    const [channel] = await store().notificationChannels.list();
    const rules = '/api/v1/notification-rules';
    const fields = { channelId: channel?.id, name: 'of the shop', teamIds: ['tem_0'] };
    expect(await api.send('POST', rules, api.writer, fields)).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '#/teamIds' }] },
    });
    const team = await api.send('POST', '/api/v1/teams', api.writer, {
      name: 'shop',
      owns: [],
      members: [],
    });
    const id = String(at(team.body, 'id'));
    const created = await api.send('POST', rules, api.writer, { ...fields, teamIds: [id] });
    expect(created).toMatchObject({ status: 201, body: { teamIds: [id] } });
    const anyVersion = { ...api.writer, 'if-match': '*' };
    const removed = await api.send('DELETE', `/api/v1/teams/${id}`, anyVersion);
    expect(removed.status).toBe(409);
    expect(JSON.stringify(removed.body)).toContain('limited to team shop: of the shop');
  });
});

describe('deliveries', () => {
  it('are listed with their events and attempts, and sent again', async () => {
    const [channel] = await store().notificationChannels.list();
    const channelId = channel?.id ?? '';
    const event = await store().notificationEvents.recordRouted({
      kind: 'decision.failed',
      severity: 'Warning',
      at: 1_000,
      clusterId: 'clu_1',
      clusterName: 'prod',
      nodePools: [],
      body: {
        title: 'Consolidation in prod: failed',
        text: null,
        actor: null,
        object: { kind: 'Decision', id: 'dec_0', name: 'x' },
        approval: null,
        incident: null,
      },
    });
    await store().notificationDeliveries.insert({
      id: 'dlv_1',
      channelId,
      eventIds: [event.id],
      state: 'Failed',
      attempts: 1,
      createdAt: 1_000,
      collectsUntil: null,
      nextAttemptAt: null,
      finishedAt: 2_000,
      redeliveryOf: null,
      requestedBy: null,
      version: 1,
    });
    await store().notificationDeliveries.addAttempt({
      deliveryId: 'dlv_1',
      number: 1,
      at: 2_000,
      outcome: 'Refused',
      status: 410,
      latencyMs: 12,
      response: 'gone',
    });
    const list = await api.send('GET', '/api/v1/notification-deliveries?state=FAILED', api.reader);
    expect(list.body).toMatchObject({
      items: [
        {
          id: 'dlv_1',
          channelName: 'audit hook',
          state: 'FAILED',
          events: [{ title: 'Consolidation in prod: failed', at: '1970-01-01T00:00:01.000Z' }],
          log: [{ number: 1, outcome: 'REFUSED', status: 410, latencyMs: 12, response: 'gone' }],
        },
      ],
    });
    const ofKind = (kind: string) =>
      api.send('GET', `/api/v1/notification-deliveries?eventKind=${kind}`, api.reader);
    expect(at((await ofKind('decision.failed')).body, 'items.0.id')).toBe('dlv_1');
    expect(at((await ofKind('decision.executed')).body, 'items')).toEqual([]);
    const again = await api.send(
      'POST',
      '/api/v1/notification-deliveries/dlv_1/redeliver',
      api.writer,
    );
    expect(again).toMatchObject({
      status: 202,
      body: { state: 'PENDING', redeliveryOf: 'dlv_1', requestedBy: 'writer' },
    });
    const pending = String(at(again.body, 'id'));
    const twice = `/api/v1/notification-deliveries/${pending}/redeliver`;
    expect((await api.send('POST', twice, api.writer)).status).toBe(409);
  });
});

describe('a click in Slack', () => {
  beforeAll(async () => {
    await create({
      name: 'slack',
      kind: 'SLACK',
      botToken: 'xoxb-1',
      slackChannel: 'C1',
      slackSigningSecret: signingSecret,
    });
  });

  const seconds = () => Math.floor(Date.now() / 1_000);

  function post(
    where: string,
    form: Record<string, string>,
    sentAt = seconds(),
    secret = signingSecret,
  ) {
    const body = new URLSearchParams(form).toString();
    const signature = createHmac('sha256', secret).update(`v0:${sentAt}:${body}`).digest('hex');
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': String(sentAt),
      'x-slack-signature': `v0=${signature}`,
    };
    return api.send('POST', where, headers, body);
  }

  const click = (decision: Decision, action = 'approve', user = 'U1', secret = signingSecret) => {
    const payload = JSON.stringify({
      type: 'block_actions',
      user: { id: user },
      team: { id: 'T1' },
      message: { text: 'Consolidation in a &amp; b' },
      response_url: 'https://hooks.slack.com/actions/T1/secret',
      actions: [{ action_id: action, value: `${decision.id} ${decision.version}` }],
    });
    return post('/slack/interactions', { payload }, seconds(), secret);
  };

  const command = (text: string, user = 'U1') =>
    post('/slack/commands', { team_id: 'T1', user_id: user, command: '/kerf', text });

  async function decide(id: string): Promise<Decision> {
    const decision = aDecision({ clusterId: 'clu_1', id });
    await store().decisions.insert(decision, []);
    return decision;
  }

  /** The answer to the last click. */
  async function lastReply(): Promise<unknown> {
    const rows = await api.api.parts.database.prisma.outboxEntry.findMany({
      orderBy: { id: 'desc' },
    });
    return rows
      .map(({ message }) => message)
      .find((one) => at(one, 'type') === 'notification.reply-to-slack');
  }

  it('is refused without a recent signature of the app', async () => {
    const decision = await decide('dec_1');
    const form = { payload: JSON.stringify({ type: 'block_actions' }) };
    expect((await post('/slack/interactions', form, seconds(), 'other')).status).toBe(401);
    expect((await post('/slack/interactions', form, seconds() - 301)).status).toBe(401);
    expect((await post('/slack/interactions', form)).status).toBe(400);
    const unsigned = await api.send(
      'POST',
      '/slack/interactions',
      {
        'content-type': 'application/x-www-form-urlencoded',
      },
      'payload=x',
    );
    expect(unsigned.status).toBe(401);
    expect((await store().decisions.find(decision.id))?.state).toBe('AwaitingApproval');
  });

  it('decides nothing for a person who is not linked, and explains how to link', async () => {
    const decision = await decide('dec_2');
    expect((await click(decision)).status).toBe(200);
    expect((await store().decisions.find('dec_2'))?.state).toBe('AwaitingApproval');
    expect(await lastReply()).toMatchObject({
      isForAll: false,
      text: expect.stringContaining('/settings/notifications'),
    });
  });

  it('approves as the linked user, at the version that the message shows', async () => {
    const created = await api.graphql(person, 'mutation { createChatCode { code } }');
    const code = String(at(created.body, 'data.createChatCode.code'));
    expect((await command('link wrong')).body).toMatchObject({
      text: expect.stringContaining('wrong or has expired'),
    });
    expect((await command(`link ${code}`)).body).toEqual({
      response_type: 'ephemeral',
      text: 'You are linked to the Kerf user grace.',
    });
    const decision = await decide('dec_3');
    await click(decision);
    expect(await store().decisions.find('dec_3')).toMatchObject({
      state: 'Approved',
      decidedBy: 'grace',
      comment: 'In Slack',
    });
    expect(await lastReply()).toMatchObject({
      isForAll: true,
      text: expect.stringMatching(/^grace approved the </),
      replaces: 'Consolidation in a & b',
    });
    expect(JSON.stringify(await lastReply())).not.toContain('hooks.slack.com');
    await click(decision, 'reject');
    expect(await lastReply()).toMatchObject({
      isForAll: true,
      text: 'grace has already approved the decision.',
      replaces: 'Consolidation in a & b',
    });
    const stale = await decide('dec_4');
    await click({ ...stale, version: 7 });
    expect((await store().decisions.find('dec_4'))?.state).toBe('AwaitingApproval');
    expect(at(await lastReply(), 'replaces')).toBeUndefined();
    // Somebody else in the same workspace is not grace.
    await click(stale, 'approve', 'U2');
    expect((await store().decisions.find('dec_4'))?.state).toBe('AwaitingApproval');
    const links = await api.graphql(person, '{ chatIdentities { workspaceId personId } }');
    expect(at(links.body, 'data.chatIdentities')).toEqual([{ workspaceId: 'T1', personId: 'U1' }]);
  });

  it('decides nothing in the name of a person whom another app names', async () => {
    const forged = 'known-signing-secret';
    await create({
      name: 'own slack',
      kind: 'SLACK',
      botToken: 'xoxb-2',
      slackChannel: 'C2',
      slackSigningSecret: forged,
    });
    const decision = await decide('dec_6');
    const answer = await click(decision, 'approve', 'U1', forged);
    expect(answer.status).toBe(200);
    expect((await store().decisions.find('dec_6'))?.state).toBe('AwaitingApproval');
    expect(await lastReply()).toMatchObject({ text: expect.stringContaining('does not know you') });
    await click(decision);
    expect((await store().decisions.find('dec_6'))?.state).toBe('Approved');
  });

  it('on Reject rejects the decision', async () => {
    const decision = await decide('dec_5');
    await click(decision, 'reject');
    expect(await store().decisions.find('dec_5')).toMatchObject({
      state: 'Rejected',
      decidedBy: 'grace',
    });
  });

  it('cannot be linked by a token', async () => {
    const { body } = await api.graphql(
      api.writer,
      'mutation { createChatCode { code userErrors { code } } }',
    );
    expect(at(body, 'data.createChatCode.userErrors')).toEqual([{ code: 'FORBIDDEN' }]);
  });
});
