import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { recordedAnswer } from '../../../testing/recording/recorded-answers.js';
import { refusing } from '../../../testing/refusing.js';
import { axeViolations, renderApp } from '../../../testing/render-app.js';
import {
  CreateNotificationChannelDocument,
  CreateNotificationRuleDocument,
  NotificationDeliveriesDocument,
  NotificationsDocument,
  RedeliverNotificationDocument,
  ShellDocument,
  TestNotificationChannelDocument,
  UnlinkChatIdentitiesDocument,
  UpdateNotificationChannelDocument,
  UpdateNotificationRuleDocument,
} from '../../gql/graphql.js';

const { notificationChannels, notificationRules } = recordedAnswer(NotificationsDocument, {});
const { notificationDeliveries } = recordedAnswer(NotificationDeliveriesDocument, {});
const hook = notificationChannels.find(({ name }) => name === 'audit hook');
const rule = notificationRules.find(({ name }) => name === 'approvals');
const failed = notificationDeliveries.nodes.find(({ state }) => state === 'FAILED');
const path = '/settings/notifications';

describe('the page of notifications', () => {
  it('shows the outcome of a test message', async () => {
    const { user, api } = await renderApp(path);
    const row = await screen.findByRole('row', { name: /^audit hook/ });
    await user.click(within(row).getByRole('button', { name: 'Send test' }));
    expect(await screen.findByText(/^Test message delivered in \d+ ms/)).toBeTruthy();
    expect(api.sent(TestNotificationChannelDocument)).toEqual([{ input: { id: hook?.id } }]);
  });

  it('shows why a test message was refused', async () => {
    const { user } = await renderApp(path);
    const row = await screen.findByRole('row', { name: /^old pager/ });
    await user.click(within(row).getByRole('button', { name: 'Send test' }));
    expect(
      await screen.findByText('Test message not delivered (410): This address has moved.'),
    ).toBeTruthy();
  });

  it('disables what the viewer may not change, with the reason', async () => {
    await renderApp(path, (api) => {
      api.answer(ShellDocument, refusing('NOTIFICATION_WRITE', 'Only administrators may'));
    });
    const create = await screen.findByRole('button', { name: 'Create channel' });
    expect(create.getAttribute('aria-disabled')).toBe('true');
    expect(create.getAttribute('aria-description')).toBe('Only administrators may');
    const row = screen.getByRole('row', { name: /^audit hook/ });
    for (const button of within(row).getAllByRole('button')) {
      expect(button.getAttribute('aria-description')).toBe('Only administrators may');
    }
    const mute = within(row).getByRole('combobox', { name: 'Mute audit hook' });
    expect(mute).toMatchObject({ disabled: true });
  });

  it('says that the viewer may not see the channels, instead of that there are none', async () => {
    await renderApp(path, (api) => {
      api.answer(ShellDocument, refusing('NOTIFICATION_READ', 'Only administrators may'));
      api.answer(NotificationsDocument, (all) => ({
        ...all,
        notificationChannels: [],
        notificationRules: [],
      }));
    });
    expect(await screen.findByText('Only administrators may')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Create channel' })).toBeNull();
    expect(screen.getByRole('heading', { name: 'Your account in Slack' })).toBeTruthy();
  });

  it('creates a webhook and shows its secret once', async () => {
    const { user, api } = await renderApp(path);
    await user.click(await screen.findByRole('button', { name: 'Create channel' }));
    const form = screen.getByRole('form', { name: 'New channel' });
    const submit = within(form).getByRole('button', { name: 'Create channel' });
    expect(submit.getAttribute('aria-description')).toBe('Enter a channel name first');
    await user.click(within(form).getByRole('combobox', { name: 'Kind' }));
    await user.click(await screen.findByRole('option', { name: 'Webhook' }));
    await user.type(within(form).getByRole('textbox', { name: 'Channel name' }), 'audit hook');
    await user.type(within(form).getByRole('textbox', { name: 'URL' }), hook?.url ?? '');
    await user.click(submit);
    expect(await screen.findByText('kerf_webhook_recorded')).toBeTruthy();
    expect(api.sent(CreateNotificationChannelDocument)).toEqual([
      { input: { kind: 'WEBHOOK', name: 'audit hook', url: hook?.url, digestMinutes: 0 } },
    ]);
    await user.click(screen.getByRole('button', { name: 'I have copied it' }));
    expect(screen.queryByText('kerf_webhook_recorded')).toBeNull();
  });

  it('disables a channel at the version that it shows', async () => {
    const { user, api } = await renderApp(path);
    const row = await screen.findByRole('row', { name: /^audit hook/ });
    await user.click(within(row).getByRole('button', { name: 'Disable' }));
    await expect
      .poll(() => api.sent(UpdateNotificationChannelDocument))
      .toEqual([{ input: { id: hook?.id, expectedVersion: hook?.version, isEnabled: false } }]);
  });

  it('creates a rule for kinds of events', async () => {
    const { user, api } = await renderApp(path);
    await user.click(await screen.findByRole('button', { name: 'Create rule' }));
    const form = screen.getByRole('form', { name: 'New rule' });
    await user.type(within(form).getByRole('textbox', { name: 'Rule name' }), 'approvals');
    await user.click(within(form).getByRole('checkbox', { name: 'decision.approval-requested' }));
    await user.click(within(form).getByRole('button', { name: 'Create rule' }));
    await expect
      .poll(() => api.sent(CreateNotificationRuleDocument))
      .toMatchObject([
        {
          input: {
            name: 'approvals',
            leastSeverity: 'WARNING',
            eventKinds: ['decision.approval-requested'],
            clusterIds: [],
            nodePools: [],
            teamIds: [],
          },
        },
      ]);
  });

  it('opens a delivery with its attempts, and sends it again', async () => {
    const { user, api } = await renderApp(`${path}?delivery=${failed?.id}`);
    const panel = await screen.findByRole('complementary', {
      name: 'Test of notification channel old pager',
    });
    expect(within(panel).getByText('This address has moved.')).toBeTruthy();
    await user.click(within(panel).getByRole('button', { name: 'Send again' }));
    await expect
      .poll(() => api.sent(RedeliverNotificationDocument))
      .toEqual([{ input: { id: failed?.id } }]);
  });

  it('names the missing channels and rules when nothing is defined', async () => {
    await renderApp(path, (api) => {
      api.answer(NotificationsDocument, (recorded) => ({
        ...recorded,
        notificationChannels: [],
        notificationRules: [],
      }));
    });
    expect(await screen.findByText(/^No channels\./)).toBeTruthy();
    expect(screen.getByText(/^No rules\./)).toBeTruthy();
  });

  it('links the user in Slack with a code', async () => {
    const { user } = await renderApp(path);
    await user.click(await screen.findByRole('button', { name: 'Create link code' }));
    expect(await screen.findByText('/kerf link kerf_chat_recorded')).toBeTruthy();
  });

  it('is free of axe violations', async () => {
    await renderApp(path);
    await screen.findByRole('row', { name: /^audit hook/ });
    expect(await axeViolations()).toEqual([]);
  });
});

describe('changes on the page of notifications', () => {
  it('change a channel at the version that is shown, and keep its secrets', async () => {
    const { user, api } = await renderApp(path);
    const row = await screen.findByRole('row', { name: /^audit hook/ });
    await user.click(within(row).getByRole('button', { name: 'Edit' }));
    const form = screen.getByRole('form', { name: 'Channel audit hook' });
    const digest = within(form).getByRole('textbox', { name: 'Digest (minutes)' });
    await user.clear(digest);
    await user.type(digest, '15');
    await user.click(within(form).getByRole('button', { name: 'Save channel' }));
    const { id, version, url } = hook ?? {};
    await expect
      .poll(() => api.sent(UpdateNotificationChannelDocument))
      .toEqual([
        { input: { id, expectedVersion: version, name: 'audit hook', url, digestMinutes: 15 } },
      ]);
  });

  it('mute a channel for some time', async () => {
    const { user, api } = await renderApp(path);
    const row = await screen.findByRole('row', { name: /^audit hook/ });
    await user.click(within(row).getByRole('combobox', { name: 'Mute audit hook' }));
    await user.click(await screen.findByRole('option', { name: 'Mute for 1 day' }));
    await expect
      .poll(() => api.sent(UpdateNotificationChannelDocument))
      .toEqual([
        {
          input: {
            id: hook?.id,
            expectedVersion: hook?.version,
            mutedUntil: expect.stringMatching(/^\d{4}-/),
          },
        },
      ]);
  });

  it('limit a rule to a team', async () => {
    const { user, api } = await renderApp(path);
    const row = await screen.findByRole('row', { name: /^approvals/ });
    await user.click(within(row).getByRole('button', { name: 'Edit' }));
    const form = screen.getByRole('form', { name: 'Rule approvals' });
    await user.click(within(form).getByRole('combobox', { name: 'Teams' }));
    await user.click(await screen.findByRole('option', { name: 'web' }));
    await user.click(within(form).getByRole('button', { name: 'Save rule' }));
    await expect
      .poll(() => api.sent(UpdateNotificationRuleDocument))
      .toMatchObject([
        { input: { id: rule?.id, expectedVersion: rule?.version, teamIds: ['tea_1'] } },
      ]);
  });

  it('filter the deliveries and show older ones', async () => {
    const { user, api } = await renderApp(path, (answers) => {
      answers.answer(NotificationDeliveriesDocument, (recorded, { after }) => ({
        notificationDeliveries: {
          ...recorded.notificationDeliveries,
          nodes: recorded.notificationDeliveries.nodes.slice(...(after === null ? [0, 1] : [1])),
          pageInfo: { hasNextPage: after === null, endCursor: 'c1' },
        },
      }));
    });
    expect(await screen.findByText('1 of 2')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show older' }));
    expect(await screen.findByText('2 of 2')).toBeTruthy();
    await user.click(screen.getByRole('combobox', { name: 'State of deliveries' }));
    await user.click(await screen.findByRole('option', { name: 'Failed' }));
    await expect
      .poll(() => api.sent(NotificationDeliveriesDocument).at(-1))
      .toEqual({ after: null, filter: { states: ['FAILED'] } });
  });

  it('unlink the user in Slack', async () => {
    const { user, api } = await renderApp(path, (answers) => {
      answers.answer(NotificationsDocument, (recorded) => ({
        ...recorded,
        chatIdentities: [
          {
            provider: 'Slack',
            workspaceId: 'T1',
            personId: 'U1',
            linkedAt: '2026-11-24T00:00:00.000Z',
          },
        ],
      }));
    });
    await user.click(await screen.findByRole('button', { name: 'Unlink' }));
    await expect.poll(() => api.sent(UnlinkChatIdentitiesDocument)).toEqual([{}]);
  });
});
