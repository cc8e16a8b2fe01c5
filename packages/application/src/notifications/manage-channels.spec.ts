import { createMemoryStore, emptyAddress, fakeSecretBox, ManualClock } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { countedSecrets } from '../testing/registration-setup.js';
import { ada, countedIds } from '../testing/set-up-cluster.js';
import {
  type ChannelPorts,
  createChannel,
  removeChannel,
  rotateSigningSecret,
  updateChannel,
} from './manage-channels.js';
import { createRule, removeRule, updateRule } from './manage-rules.js';

function setUp() {
  const store = createMemoryStore();
  const ports: ChannelPorts = {
    store,
    clock: new ManualClock(1_000),
    ids: countedIds(),
    secretBox: fakeSecretBox,
    secrets: countedSecrets(),
  };
  return { store, ports };
}

const webhook = {
  name: ' audit ',
  kind: 'Webhook',
  address: { ...emptyAddress, url: 'https://example.com/hook' },
  secrets: {},
  digestMinutes: 0,
  requestId: null,
} as const;

const rule = {
  name: 'critical',
  eventKinds: [],
  leastSeverity: 'Critical',
  clusterIds: [],
  nodePools: [],
  teamIds: [],
  isEnabled: true,
  requestId: null,
} as const;

async function create(ports: ChannelPorts) {
  const outcome = await createChannel(ports, ada, webhook);
  if (outcome.kind !== 'Created') throw new RangeError(JSON.stringify(outcome));
  return outcome;
}

describe('createChannel', () => {
  it('returns the signing secret once, encrypts it and keeps it out of the audit log', async () => {
    const { ports, store } = setUp();
    const { channel, signingSecret } = await create(ports);
    expect(signingSecret).toBe('kerf_webhook_1');
    expect(channel).toMatchObject({
      name: 'audit',
      sealedSecrets: { signingSecret: 'sealed:kerf_webhook_1' },
    });
    const audit = store.tables.audit.all();
    expect(audit).toMatchObject([
      { action: 'notification-channel.create', after: { secrets: ['signingSecret'] } },
    ]);
    expect(JSON.stringify(audit)).not.toContain('kerf_webhook_1');
  });

  it('refuses an invalid one and a taken name', async () => {
    const { ports } = setUp();
    await create(ports);
    const invalid = { ...webhook, address: emptyAddress };
    expect(await createChannel(ports, ada, invalid)).toMatchObject({ kind: 'Invalid' });
    await expect(createChannel(ports, ada, { ...webhook, name: 'audit' })).rejects.toMatchObject({
      code: 'STATE.CONFLICT',
    });
  });
});

describe('updateChannel', () => {
  it('changes the given fields, at the expected version only', async () => {
    const { ports } = setUp();
    const { channel } = await create(ports);
    const input = { id: channel.id, expectedVersion: 1, requestId: null };
    const changed = await updateChannel(ports, ada, { ...input, digestMinutes: 5, mutedUntil: 9 });
    expect(changed).toMatchObject({
      kind: 'Changed',
      channel: {
        version: 2,
        digestMinutes: 5,
        mutedUntil: 9,
        address: { url: webhook.address.url },
      },
    });
    expect(await updateChannel(ports, ada, input)).toMatchObject({ kind: 'Stale' });
    expect(await updateChannel(ports, ada, { ...input, id: 'chn_9' })).toEqual({
      kind: 'NotFound',
    });
    const bad = { ...input, expectedVersion: 2, address: { url: 'ftp://x' } };
    expect(await updateChannel(ports, ada, bad)).toMatchObject({
      kind: 'Invalid',
      problems: [{ path: 'url' }],
    });
  });

  it('saves and audits nothing if nothing changes', async () => {
    const { ports, store } = setUp();
    const { channel } = await create(ports);
    const input = { id: channel.id, expectedVersion: 1, requestId: null };
    const { name, digestMinutes } = channel;
    expect(await updateChannel(ports, ada, { ...input, name, digestMinutes })).toEqual({
      kind: 'Changed',
      channel,
    });
    const created = await createRule(ports, ada, { ...rule, channelId: channel.id });
    if (created.kind !== 'Changed') throw new RangeError(created.kind);
    const fields = { name: created.rule.name };
    expect(await updateRule(ports, ada, { ...input, id: created.rule.id, fields })).toEqual(
      created,
    );
    expect(store.tables.audit.all().map(({ action }) => action)).toEqual([
      'notification-channel.create',
      'notification-rule.create',
    ]);
  });

  it('does not send a stored password to another server', async () => {
    const { ports } = setUp();
    const smtp = {
      smtpHost: 'smtp.example.com',
      smtpPort: 587,
      smtpSecurity: 'StartTls',
      smtpUser: 'kerf',
      emailFrom: 'kerf@example.com',
      emailTo: ['ops@example.com'],
    } as const;
    const created = await createChannel(ports, ada, {
      ...webhook,
      kind: 'Email',
      address: { ...emptyAddress, ...smtp },
      secrets: { smtpPassword: 'old' },
    });
    if (created.kind !== 'Created') throw new RangeError(JSON.stringify(created));
    const input = { id: created.channel.id, expectedVersion: 'any', requestId: null } as const;
    const moved = { ...input, address: { smtpHost: 'smtp.evil.example' } };
    expect(await updateChannel(ports, ada, moved)).toMatchObject({
      kind: 'Invalid',
      problems: [{ path: 'smtpPassword' }],
    });
    const same = { ...input, address: { smtpHost: smtp.smtpHost, smtpPort: 465 } };
    expect(await updateChannel(ports, ada, same)).toMatchObject({ kind: 'Changed' });
    const renewed = { ...moved, secrets: { smtpPassword: 'new' } };
    expect(await updateChannel(ports, ada, renewed)).toMatchObject({
      kind: 'Changed',
      channel: { sealedSecrets: { smtpPassword: 'sealed:new' } },
    });
  });

  it('disables and enables', async () => {
    const { ports } = setUp();
    const { channel } = await create(ports);
    const base = { id: channel.id, expectedVersion: 'any', requestId: null } as const;
    expect(await updateChannel(ports, ada, { ...base, isEnabled: false })).toMatchObject({
      channel: { state: 'Disabled', disabledReason: 'Disabled by ada.' },
    });
    expect(await updateChannel(ports, ada, { ...base, isEnabled: true })).toMatchObject({
      channel: { state: 'Active', disabledReason: null, failingSince: null },
    });
  });
});

describe('rotateSigningSecret', () => {
  it('keeps the old secret until the rotation ends', async () => {
    const { ports } = setUp();
    const { channel } = await create(ports);
    const input = { id: channel.id, expectedVersion: 'any', requestId: null } as const;
    expect(await rotateSigningSecret(ports, ada, { ...input, endsRotation: false })).toMatchObject({
      signingSecret: 'kerf_webhook_2',
      channel: {
        sealedSecrets: {
          signingSecret: 'sealed:kerf_webhook_2',
          previousSigningSecret: 'sealed:kerf_webhook_1',
        },
      },
    });
    const ended = await rotateSigningSecret(ports, ada, { ...input, endsRotation: true });
    expect(ended).toMatchObject({
      signingSecret: null,
      channel: { sealedSecrets: { signingSecret: 'sealed:kerf_webhook_2' } },
    });
    expect(JSON.stringify(ended)).not.toContain('previousSigningSecret');
  });
});

describe('rules', () => {
  it('are created for a channel, changed and removed, and audited', async () => {
    const { ports, store } = setUp();
    const { channel } = await create(ports);
    const created = await createRule(ports, ada, { ...rule, channelId: channel.id });
    if (created.kind !== 'Changed') throw new RangeError(created.kind);
    const input = { id: created.rule.id, expectedVersion: 1, requestId: null };
    expect(await updateRule(ports, ada, { ...input, fields: { isEnabled: false } })).toMatchObject({
      kind: 'Changed',
      rule: { isEnabled: false, name: 'critical', version: 2 },
    });
    expect(await removeRule(ports, ada, input)).toMatchObject({ kind: 'Stale' });
    expect(await removeRule(ports, ada, { ...input, expectedVersion: 2 })).toMatchObject({
      kind: 'Changed',
    });
    expect(store.tables.audit.all().map(({ action }) => action)).toEqual([
      'notification-channel.create',
      'notification-rule.create',
      'notification-rule.update',
      'notification-rule.remove',
    ]);
    expect(await createRule(ports, ada, { ...rule, channelId: 'chn_9' })).toMatchObject({
      kind: 'Invalid',
      problems: [{ path: 'channelId' }],
    });
  });
});

it('removeChannel removes its rules', async () => {
  const { ports, store } = setUp();
  const { channel } = await create(ports);
  const input = { id: channel.id, expectedVersion: 2, requestId: null };
  expect(await removeChannel(ports, ada, input)).toMatchObject({ kind: 'Stale' });
  await removeChannel(ports, ada, { ...input, expectedVersion: 1 });
  expect(store.tables.notificationChannels.all()).toEqual([]);
});
