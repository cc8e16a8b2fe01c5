import { createHmac } from 'node:crypto';
import type { NotificationSender, OpenChannel } from '@kerf/application';
import { createAddressPolicy } from '@kerf/system';
import { emptyAddress } from '@kerf/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createNotificationSender } from '../create-notification-sender.js';
import { aMessage, anEvent, anOpenChannel } from '../testing/messages.js';
import { Receiver, type ReceiverAnswer } from '../testing/receiver.js';

const limits = { connectMs: 500, totalMs: 500, maxBodyBytes: 4_096 };
let receiver: Receiver;
let sender: NotificationSender & { close(): Promise<void> };

const open = (allowed: readonly string[]) =>
  createNotificationSender({
    policy: createAddressPolicy(allowed),
    publicUrl: 'https://kerf.example.com',
    limits,
    slackApiUrl: `${receiver.url}/api`,
    pagerDutyUrl: `${receiver.url}/v2/enqueue`,
  });

beforeEach(async () => {
  receiver = await Receiver.start();
  sender = open(['127.0.0.1']);
});
afterEach(async () => {
  await sender.close();
  await receiver.close();
});

const webhook = (url = `${receiver.url}/hook`): OpenChannel =>
  anOpenChannel({ address: { ...emptyAddress, url }, secrets: { signingSecret: 'k1' } });
const approval = anEvent({
  kind: 'decision.approval-requested',
  body: { ...anEvent().body, approval: { decisionId: 'dec_1', version: 3 } },
});

describe('a webhook', () => {
  it('gets signed JSON with stable ids', async () => {
    expect(await sender.send(webhook(), aMessage(approval))).toMatchObject({
      outcome: 'Delivered',
      status: 200,
      response: 'ok',
    });
    const [request] = receiver.requests;
    const [, seconds, signature] =
      /^t=(\d+),v1=([0-9a-f]+)$/.exec(String(request?.headers['kerf-signature'])) ?? [];
    const expected = createHmac('sha256', 'k1').update(`${seconds}.${request?.body}`).digest('hex');
    expect(signature).toBe(expected);
    expect(seconds).toBe('1795489200');
    expect(request?.headers).toMatchObject({
      'kerf-delivery-id': 'dlv_1',
      'kerf-delivery-attempt': '1',
    });
    expect(receiver.lastJson).toMatchObject({
      version: 1,
      events: [
        {
          id: 'evt_1',
          sequence: 7,
          severity: 'WARNING',
          cluster: { id: 'clu_1', name: 'prod' },
          approval: { decisionId: 'dec_1', version: 3 },
          url: 'https://kerf.example.com/decisions/dec_1',
        },
      ],
    });
  });

  it('is signed with both secrets during a rotation', async () => {
    const secrets = { signingSecret: 'k2', previousSigningSecret: 'k1' };
    await sender.send({ ...webhook(), secrets }, aMessage());
    expect(String(receiver.requests[0]?.headers['kerf-signature']).match(/v1=/g)).toHaveLength(2);
  });

  it.each([
    [500, 'Failed', false],
    [503, 'Failed', false],
    [404, 'Failed', false],
    [400, 'Refused', false],
    [410, 'Refused', true],
  ])('that answers %d is %s', async (status, outcome, isGone) => {
    receiver.answer = { status, body: 'no' };
    expect(await sender.send(webhook(), aMessage())).toMatchObject({
      outcome,
      status,
      isGone,
      response: 'no',
    });
  });

  it('may ask to wait', async () => {
    receiver.answer = { status: 429, headers: { 'retry-after': '120' } };
    expect(await sender.send(webhook(), aMessage())).toMatchObject({
      outcome: 'Failed',
      retryAfterMs: 120_000,
    });
  });

  it('that hangs fails in time', async () => {
    receiver.answer = 'Hang';
    expect(await sender.send(webhook(), aMessage())).toMatchObject({
      outcome: 'Failed',
      status: null,
      response: expect.stringMatching(/no complete response within 500 ms/),
    });
  });

  it('whose response never ends is read at its beginning only', async () => {
    receiver.answer = 'Pour';
    const { outcome, response } = await sender.send(webhook(), aMessage());
    expect(outcome).toBe('Delivered');
    expect(response).toBe('x'.repeat(1_024));
  });

  it('that redirects is not followed', async () => {
    receiver.answer = { status: 307, headers: { location: `${receiver.url}/internal` } };
    expect(await sender.send(webhook(), aMessage())).toMatchObject({
      outcome: 'Refused',
      status: 307,
    });
    expect(receiver.requests.map(({ path }) => path)).toEqual(['/hook']);
  });

  it('leaves a short response without its secrets in the log', async () => {
    receiver.answer = { status: 500, body: `k1 was \u0007 wrong ${'x'.repeat(9_000)}` };
    const { response } = await sender.send(webhook(), aMessage());
    expect(response.startsWith('[secret] was   wrong xx')).toBe(true);
    expect(response).toHaveLength(1_024);
  });
});

describe.each(['Slack', 'Teams', 'PagerDuty', 'Webhook'] as const)('a channel of %s', (kind) => {
  it.each<[string, ReceiverAnswer]>([
    ['never ends', 'Pour'],
    ['is garbage', { status: 200, body: '\u0000{"ok":[[[[' }],
    ['is huge', { status: 200, body: `{"ok":${'['.repeat(1_000_000)}` }],
  ])('is not waited for when its response %s', async (_case, answer) => {
    receiver.answer = answer;
    const address = { ...emptyAddress, url: `${receiver.url}/hook`, slackChannel: '#ops' };
    const secrets = { botToken: 't', webhookUrl: `${receiver.url}/hook`, routingKey: 'r' };
    const { response, latencyMs } = await sender.send(
      anOpenChannel({ kind, address, secrets: { ...secrets, signingSecret: 'k' } }),
      aMessage(),
    );
    expect(receiver.requests).toHaveLength(1);
    expect(response.length).toBeLessThanOrEqual(1_024);
    expect(latencyMs).toBeLessThan(5_000);
  });
});

describe('the guard of targets', () => {
  it.each([
    ['loopback', 'https://127.0.0.1:1/'],
    ['loopback', 'https://localhost:1/'],
    ['loopback', 'https://[::1]:1/'],
    ['loopback', 'https://[::ffff:127.0.0.1]:1/'],
    ['link-local', 'https://169.254.169.254/latest/meta-data/'],
    ['private', 'https://10.0.0.1/'],
    ['private', 'https://[fd00:ec2::254]/'],
    ['loopback', 'https://2130706433/'],
    ['unspecified', 'https://0.0.0.0/'],
  ])('refuses a %s address: %s', async (kind, url) => {
    await sender.close();
    sender = open([]);
    expect(await sender.send(webhook(url), aMessage())).toMatchObject({
      outcome: 'Refused',
      status: null,
      response: expect.stringContaining(`has a ${kind} address`),
    });
    expect(receiver.requests).toEqual([]);
  });

  it('refuses a target without TLS that is not allowed', async () => {
    expect(await sender.send(webhook('http://203.0.113.9/'), aMessage())).toMatchObject({
      outcome: 'Refused',
      response: expect.stringContaining('without TLS'),
    });
  });

  it('is given up at once if its URL is none, e.g. because of its port', async () => {
    expect(await sender.send(webhook('https://example.com:99999/'), aMessage())).toMatchObject({
      outcome: 'Refused',
      response: expect.stringContaining('URL'),
    });
  });

  it('does not connect to a name that resolves to this machine', async () => {
    await sender.close();
    sender = open(['203.0.113.0/24']);
    const url = `https://localhost:${receiver.port}/`;
    expect(await sender.send(webhook(url), aMessage())).toMatchObject({ outcome: 'Refused' });
  });
});

describe('Slack', () => {
  const bot = (): OpenChannel =>
    anOpenChannel({
      kind: 'Slack',
      address: { ...emptyAddress, slackChannel: 'C1' },
      secrets: { botToken: 'xoxb-1', slackSigningSecret: 's' },
    });

  it('gets buttons with the decision and the version', async () => {
    receiver.answer = { status: 200, body: '{"ok":true}' };
    expect(await sender.send(bot(), aMessage(approval))).toMatchObject({ outcome: 'Delivered' });
    expect(receiver.requests[0]).toMatchObject({
      path: '/api/chat.postMessage',
      headers: { authorization: 'Bearer xoxb-1' },
    });
    expect(receiver.lastJson).toMatchObject({
      channel: 'C1',
      blocks: expect.arrayContaining([
        {
          type: 'actions',
          elements: [
            expect.objectContaining({ action_id: 'approve', value: 'dec_1 3' }),
            expect.objectContaining({ action_id: 'reject', value: 'dec_1 3' }),
            expect.objectContaining({ url: 'https://kerf.example.com/decisions/dec_1' }),
          ],
        },
      ]),
    });
  });

  it('gets no buttons when clicks cannot be verified', async () => {
    const channel = anOpenChannel({ kind: 'Slack', secrets: { webhookUrl: `${receiver.url}/s` } });
    await sender.send(channel, aMessage(approval));
    expect(receiver.requests[0]?.body).not.toContain('"action_id":"approve"');
  });

  it('gets names as text, and a digest in fifteen lines', async () => {
    const events = Array.from({ length: 20 }, (_, index) =>
      anEvent({
        id: `evt_${index}`,
        body: { ...anEvent().body, title: '<!channel> & <https://evil.example|x>' },
      }),
    );
    await sender.send(bot(), aMessage(...events));
    const body = receiver.requests[0]?.body ?? '';
    expect(body).not.toContain('<!channel>');
    expect(body).toContain('&lt;!channel&gt; &amp;');
    expect(body).toContain('and 5 more');
  });

  it('gets a long text that is not cut within an entity', async () => {
    receiver.answer = { status: 200, body: '{"ok":true}' };
    const text = '&'.repeat(1_000);
    await sender.send(bot(), aMessage(anEvent({ body: { ...anEvent().body, text } })));
    const body = receiver.requests[0]?.body ?? '';
    const [, shown = ''] = /"text":"((?:&amp;)+)"/.exec(body) ?? [];
    expect(shown).toBe('&amp;'.repeat(600));
  });

  it.each([
    ['{"ok":false,"error":"channel_not_found"}', 'Refused'],
    ['{"ok":false,"error":"internal_error"}', 'Failed'],
    ['<html>', 'Failed'],
  ])('that answers 200 with %s is %s', async (body, outcome) => {
    receiver.answer = { status: 200, body };
    expect(await sender.send(bot(), aMessage())).toMatchObject({ outcome });
  });

  it('that limits the rate is retried when it says', async () => {
    receiver.answer = { status: 429, headers: { 'retry-after': '30' } };
    expect(await sender.send(bot(), aMessage())).toMatchObject({
      outcome: 'Failed',
      retryAfterMs: 30_000,
    });
  });

  it('gets an answer to a click at its response URL', async () => {
    const url = `${receiver.url}/actions/T1/secret`;
    await sender.replyToSlack(url, { text: 'ada approved', isForAll: true });
    expect(receiver.lastJson).toEqual({
      response_type: 'in_channel',
      replace_original: false,
      text: 'ada approved',
    });
    await sender.replyToSlack(url, { text: 'ada approved', isForAll: true, replaces: 'A & B' });
    expect(receiver.lastJson).toEqual({
      response_type: 'in_channel',
      replace_original: true,
      text: '*A &amp; B*\nada approved',
    });
  });
});

describe('Teams', () => {
  it('gets an Adaptive Card with escaped names', async () => {
    receiver.answer = { status: 202 };
    const channel = anOpenChannel({ kind: 'Teams', secrets: { webhookUrl: `${receiver.url}/w` } });
    const event = anEvent({ body: { ...anEvent().body, title: '[x](https://evil.example)' } });
    expect(await sender.send(channel, aMessage(event))).toMatchObject({ outcome: 'Delivered' });
    expect(receiver.lastJson).toMatchObject({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          content: {
            type: 'AdaptiveCard',
            body: expect.arrayContaining([
              expect.objectContaining({ text: '\\[x\\]\\(https://evil.example\\)' }),
            ]),
            actions: [expect.objectContaining({ type: 'Action.OpenUrl' })],
          },
        },
      ],
    });
  });
});

describe('PagerDuty', () => {
  const channel = anOpenChannel({ kind: 'PagerDuty', secrets: { routingKey: 'R0' } });

  it('gets one incident for a decision, which later events acknowledge and resolve', async () => {
    receiver.answer = { status: 202, body: '{"status":"success"}' };
    const key = 'decision/dec_1';
    const changed = (action: 'Acknowledge' | 'Resolve') =>
      anEvent({ body: { ...anEvent().body, incident: { key, action } } });
    const message = aMessage(anEvent(), changed('Acknowledge'), changed('Resolve'));
    expect(await sender.send(channel, message)).toMatchObject({ outcome: 'Delivered' });
    const sent = receiver.requests.map(({ body }) => JSON.parse(body));
    expect(sent[0]).toMatchObject({
      routing_key: 'R0',
      event_action: 'trigger',
      dedup_key: key,
      payload: { severity: 'warning', source: 'prod', summary: anEvent().body.title },
    });
    expect(sent.slice(1)).toEqual([
      { routing_key: 'R0', event_action: 'acknowledge', dedup_key: key },
      { routing_key: 'R0', event_action: 'resolve', dedup_key: key },
    ]);
  });

  it('gets different keys for long objects that begin alike', async () => {
    receiver.answer = { status: 202 };
    for (const end of ['a', 'b']) {
      const incident = { key: `${'x'.repeat(300)}${end}`, action: 'Trigger' } as const;
      await sender.send(channel, aMessage(anEvent({ body: { ...anEvent().body, incident } })));
    }
    const keys = receiver.requests.map(({ body }) => String(JSON.parse(body).dedup_key));
    expect(new Set(keys).size).toBe(2);
    expect(keys.every((key) => key.length <= 255)).toBe(true);
  });

  it('has no open incident after a test', async () => {
    receiver.answer = { status: 202 };
    const incident = { key: 'test/chn_1', action: 'Trigger' } as const;
    await sender.send(
      channel,
      aMessage(anEvent({ kind: 'notification.test', body: { ...anEvent().body, incident } })),
    );
    expect(receiver.requests.map(({ body }) => JSON.parse(body).event_action)).toEqual([
      'trigger',
      'resolve',
    ]);
  });

  it('that refuses an event is not asked again', async () => {
    receiver.answer = { status: 400, body: '{"errors":["routing key R0 is invalid"]}' };
    expect(await sender.send(channel, aMessage())).toMatchObject({
      outcome: 'Refused',
      response: '{"errors":["routing key [secret] is invalid"]}',
    });
  });
});
