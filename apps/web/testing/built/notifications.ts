import { minutesAgo, type RootArguments, type Roots } from './roots.js';

const aChannel = {
  id: 'chn_01a20bd09c3c76118cad5fbe18254de7',
  name: 'audit hook',
  kind: 'WEBHOOK',
  state: 'ACTIVE',
  url: 'https://hooks.example.com/audit',
  secretNames: ['signingSecret'],
  version: 1,
};
const aGoneChannel = {
  ...aChannel,
  id: 'chn_01a20bd09e2d77d4ab20faaf160d46da',
  name: 'old pager',
  url: 'https://hooks.example.com/gone',
  state: 'DISABLED',
  disabledReason: 'The receiver answered that it is gone (HTTP 410).',
  failingSince: minutesAgo(2),
  version: 2,
};
const aPager = {
  ...aChannel,
  id: 'chn_01a20bd09fc3761f905302466b1e043d',
  name: 'on-call',
  kind: 'PAGER_DUTY',
  url: null,
  secretNames: ['routingKey'],
};

const aRule = {
  id: 'rul_01a20bd0a1d477b98769265d7074fa02',
  name: 'approvals',
  channelId: aChannel.id,
  eventKinds: ['decision.approval-requested'],
  leastSeverity: 'INFO',
  isEnabled: true,
  version: 1,
};

const testEvent = (channel: string) => ({
  id: 'evt_54ab38cef61d46bea63bc0b41b0f6af4',
  at: minutesAgo(2),
  kind: 'notification.test',
  severity: 'INFO',
  title: `Test of notification channel ${channel}`,
  text: 'Kerf can send notifications here.',
});
const aDelivery = {
  id: 'dlv_01a20bd0a2e37723892a11124761f316',
  state: 'DELIVERED',
  channelName: aChannel.name,
  channelKind: aChannel.kind,
  attempts: 1,
  createdAt: minutesAgo(2),
  finishedAt: minutesAgo(2),
  requestedBy: 'admin',
  events: [testEvent(aChannel.name)],
  log: [
    {
      number: 1,
      at: minutesAgo(2),
      outcome: 'DELIVERED',
      status: 200,
      response: 'ok',
      latencyMs: 55,
    },
  ],
};
const aFailedDelivery = {
  ...aDelivery,
  id: 'dlv_01a20bd0a66375148c03a71596728cf6',
  state: 'FAILED',
  channelName: aGoneChannel.name,
  events: [testEvent(aGoneChannel.name)],
  log: [
    {
      number: 1,
      at: minutesAgo(2),
      outcome: 'REFUSED',
      status: 410,
      response: 'This address has moved.',
      latencyMs: 64,
    },
  ],
};

const eventKinds = [
  {
    kind: 'decision.approval-requested',
    meaning: 'A decision awaits approval.',
    severity: 'WARNING',
  },
  { kind: 'decision.executed', meaning: 'A decision was executed.', severity: 'INFO' },
  {
    kind: 'node-claim.launch-failed',
    meaning: 'A node could not be launched.',
    severity: 'WARNING',
  },
  {
    kind: 'finding.opened',
    meaning: 'A cluster has a new finding. The severity depends on its code.',
    severity: 'WARNING',
  },
  {
    kind: 'decision.break-glass',
    meaning: 'An administrator executed a decision without the required approvals.',
    severity: 'CRITICAL',
  },
];

/** A change of a channel or rule: `isEnabled` is part of the state of a channel. */
const stateOf = ({ input: { isEnabled } }: RootArguments): object =>
  isEnabled === false ? { state: 'DISABLED', disabledReason: 'Disabled by admin.' } : {};

function createChannel({ input }: RootArguments): object {
  const url = input['url'];
  if (typeof url === 'string' && !url.startsWith('http')) {
    const message = 'must be an https URL without a user name, e.g. https://example.com/hook';
    return { userErrors: [{ code: 'INVALID', field: 'input.url', message }] };
  }
  const isPager = input['kind'] === 'PAGER_DUTY';
  const { kind, name, digestMinutes } = input;
  return {
    channel: { ...(isPager ? aPager : aChannel), kind, name, url, digestMinutes },
    signingSecret: isPager ? null : 'kerf_webhook_recorded',
  };
}

export const notificationRoots: Roots = {
  notificationChannels: () => [aChannel, aGoneChannel, aPager],
  notificationRules: () => [aRule],
  notificationEventKinds: () => eventKinds,
  notificationDeliveries: () => ({
    nodes: [aFailedDelivery, aDelivery],
    totalCount: 2,
    pageInfo: { hasNextPage: false, endCursor: 'c2' },
  }),
  createNotificationChannel: createChannel,
  updateNotificationChannel: (args) => ({
    channel: { ...aChannel, ...stateOf(args), version: 2 },
  }),
  removeNotificationChannel: ({ input: { id } }) => ({ channel: { ...aPager, id } }),
  createNotificationRule: ({ input: { name, channelId, eventKinds: kinds } }) => ({
    rule: { ...aRule, name, channelId, eventKinds: kinds },
  }),
  removeNotificationRule: ({ input: { id } }) => ({ rule: { ...aRule, id } }),
  chatIdentities: () => [],
  updateNotificationRule: ({ input: { isEnabled } }) => ({
    rule: { ...aRule, isEnabled: isEnabled ?? true, version: 2 },
  }),
  testNotificationChannel: ({ input: { id } }) => ({
    delivery: id === aGoneChannel.id ? aFailedDelivery : aDelivery,
  }),
  redeliverNotification: ({ input: { id } }) => ({
    delivery: {
      ...aFailedDelivery,
      id: 'dlv_01a20bd0ac1973b4a0bf6a3cf3beee00',
      state: 'PENDING',
      attempts: 0,
      finishedAt: null,
      log: [],
      nextAttemptAt: minutesAgo(0),
      redeliveryOf: id,
    },
  }),
  createChatCode: () => ({ code: 'kerf_chat_recorded' }),
  unlinkChatIdentities: () => ({ removed: 1 }),
};
