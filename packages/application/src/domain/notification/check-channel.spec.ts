import { emptyAddress } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { type ChannelDraft, checkChannel } from './check-channel.js';

const draft = (fields: Partial<ChannelDraft>): ChannelDraft => ({
  name: 'on-call',
  kind: 'Webhook',
  address: { ...emptyAddress, url: 'https://example.com/hook?x=1' },
  secrets: {},
  digestMinutes: 0,
  ...fields,
});
const email: ChannelDraft = draft({
  kind: 'Email',
  address: {
    ...emptyAddress,
    smtpHost: 'smtp.example.com',
    smtpPort: 587,
    smtpSecurity: 'StartTls',
    emailFrom: 'kerf@example.com',
    emailTo: ['ops@example.com'],
  },
});
const paths = (one: ChannelDraft, known: Parameters<typeof checkChannel>[1] = []) =>
  checkChannel(one, known).map(({ path }) => path);

describe('checkChannel', () => {
  it.each<[string, ChannelDraft]>([
    ['a webhook', draft({})],
    ['an e-mail', email],
    [
      'Slack by webhook',
      draft({ kind: 'Slack', secrets: { webhookUrl: 'https://hooks.slack.com/x' } }),
    ],
    [
      'Teams',
      draft({ kind: 'Teams', secrets: { webhookUrl: 'https://x.logic.azure.com/a?sig=b' } }),
    ],
    ['PagerDuty', draft({ kind: 'PagerDuty', secrets: { routingKey: 'R0' } })],
  ])('accepts %s', (_what, one) => {
    expect(checkChannel(one, [])).toEqual([]);
  });

  it.each([
    ['ftp://example.com'],
    ['https://user:pass@example.com/'],
    ['https://'],
    ['https://exa mple.com/'],
    ['https://example.com:99999/hook'],
    ['https://example.com:0/hook'],
    ['javascript:alert(1)'],
    [`https://example.com/${'a'.repeat(2_000)}`],
  ])('refuses the URL %s', (url) => {
    expect(paths(draft({ address: { ...emptyAddress, url } }))).toEqual(['url']);
  });

  it.each([
    ['smtpHost', { smtpHost: 'smtp host' }],
    ['smtpPort', { smtpPort: 70_000 }],
    ['emailFrom', { emailFrom: 'kerf@example.com\r\nBcc: x@example.com' }],
    ['emailTo', { emailTo: [] }],
    ['emailTo.1', { emailTo: ['a@example.com', 'b@example.com, c@example.com'] }],
    ['smtpPassword', { smtpUser: 'kerf' }],
  ])('refuses %s of an e-mail', (path, fields) => {
    expect(paths({ ...email, address: { ...email.address, ...fields } })).toEqual([path]);
  });

  it('sends no password without encryption', () => {
    const address = { ...email.address, smtpUser: 'kerf', smtpSecurity: 'None' } as const;
    expect(paths({ ...email, address }, ['smtpPassword'])).toEqual(['smtpSecurity']);
  });

  it('refuses secrets of other kinds, and those that Kerf creates', () => {
    expect(paths(draft({ secrets: { routingKey: 'x', signingSecret: 'y' } }))).toEqual([
      'routingKey',
      'signingSecret',
    ]);
  });

  it('needs no secret that is stored already', () => {
    expect(paths(draft({ kind: 'PagerDuty' }))).toEqual(['routingKey']);
    expect(paths(draft({ kind: 'PagerDuty' }), ['routingKey'])).toEqual([]);
  });

  it('limits the name and the digest', () => {
    expect(paths(draft({ name: ' ', digestMinutes: 1_441 }))).toEqual(['name', 'digestMinutes']);
    expect(paths(draft({ name: 'ops\nroot' }))).toEqual(['name']);
  });
});
