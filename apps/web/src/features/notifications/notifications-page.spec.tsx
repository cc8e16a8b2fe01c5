import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { recordedAnswer } from '../../../testing/recording/recorded-answers.js';
import { axeViolations, renderApp } from '../../../testing/render-app.js';
import {
  CreateNotificationChannelDocument,
  CreateNotificationRuleDocument,
  NotificationDeliveriesDocument,
  NotificationsDocument,
  RedeliverNotificationDocument,
  TestNotificationChannelDocument,
  UpdateNotificationChannelDocument,
} from '../../gql/graphql.js';

const { notificationChannels } = recordedAnswer(NotificationsDocument, {});
const { notificationDeliveries } = recordedAnswer(NotificationDeliveriesDocument, {});
const hook = notificationChannels.find(({ name }) => name === 'audit hook');
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

  it('says what is missing when nothing is defined', async () => {
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
