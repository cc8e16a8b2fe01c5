import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { results } from '../paths.js';
import { expect, test } from '../product.js';
import { readVerifier, WebhookReceiver } from '../webhook-receiver.js';

const channel = 'journey hook';

let receiver: WebhookReceiver;

test.beforeAll(async () => {
  receiver = await WebhookReceiver.start();
});

test.afterAll(() => receiver.close());

test('a webhook is delivered, fails, and is delivered again', async ({ page }) => {
  await page.goto('/settings/notifications');
  const secret = await test.step('a channel is created', () => createChannel(page));
  try {
    await test.step('the test message is delivered with a valid signature', async () => {
      await channelRow(page).getByRole('button', { name: 'Send test' }).click();
      await expect(page.getByText(/^Test message delivered in \d+ ms\.$/)).toBeVisible();
      const [message] = receiver.received;
      const isFromKerf = await readVerifier();
      const { signature, body } = message ?? { signature: '', body: '' };
      expect(isFromKerf(signature, body, secret)).toBe(true);
      expect(isFromKerf(signature, `${body} `, secret)).toBe(false);
    });
    await test.step('a failed delivery shows attempt, status and next retry', async () => {
      receiver.status = 500;
      await channelRow(page).getByRole('button', { name: 'Send test' }).click();
      await expect(
        page.getByText('Test message not delivered (500): the receiver is out of order'),
      ).toBeVisible();
      await openDelivery(page, 'Pending');
      const panel = page.getByRole('complementary');
      await expect(attempt(panel, /^1 .* 500 .*the receiver is out of order$/)).toBeVisible();
      await expect(
        panel.getByRole('definition').filter({ hasText: /^in (9|10) min/ }),
      ).toBeVisible();
      await page.screenshot({ path: join(results, 'delivery-failed.png') });
    });
    await test.step('the next attempt is made from the page and succeeds', async () => {
      receiver.status = 200;
      await page.getByRole('button', { name: 'Retry now' }).click();
      const panel = page.getByRole('complementary');
      await expect(panel.getByText('Delivered', { exact: true }).first()).toBeVisible();
      const first = receiver.received.at(1);
      const last = receiver.received.at(-1);
      expect(last).toMatchObject({ deliveryId: first?.deliveryId });
      expect(Number(last?.attempt)).toBeGreaterThan(1);
    });
    await test.step('a finished delivery is sent again with the same event', async () => {
      const before = receiver.received.length;
      await page.getByRole('button', { name: 'Send again' }).click();
      await expect.poll(() => receiver.received.length).toBe(before + 1);
      expect(eventIds(receiver.received.at(-1)?.body)).toEqual(
        eventIds(receiver.received.at(-2)?.body),
      );
      await page.getByRole('complementary').getByRole('button', { name: 'Close' }).click();
      await expect(deliveries(page).filter({ hasText: 'Delivered' })).toHaveCount(3);
    });
  } finally {
    await removeChannel(page);
  }
});

async function createChannel(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Create channel' }).click();
  const form = page.getByRole('form', { name: 'New channel' });
  await form.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Webhook' }).click();
  await form.getByRole('textbox', { name: 'Channel name' }).fill(channel);
  await form.getByRole('textbox', { name: 'URL' }).fill(receiver.url);
  await form.getByRole('button', { name: 'Create channel' }).click();
  const secret = await page.getByText(/^kerf_webhook_/).textContent();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  return secret ?? '';
}

async function removeChannel(page: Page): Promise<void> {
  await page.goto('/settings/notifications');
  await channelRow(page).getByRole('button', { name: 'Remove' }).click();
  await channelRow(page)
    .getByRole('button', { name: `Remove ${channel} with its rules and deliveries` })
    .click();
  await expect(channelRow(page)).toHaveCount(0);
}

const channelRow = (page: Page): Locator =>
  page.getByRole('table', { name: 'Channels, by name' }).getByRole('row', { name: channel });

const deliveries = (page: Page): Locator =>
  page.getByRole('table', { name: /deliveries/ }).getByRole('row', { name: channel });

const openDelivery = (page: Page, state: string): Promise<void> =>
  deliveries(page)
    .filter({ hasText: state })
    .getByRole('button', { name: /^Details of / })
    .click();

const attempt = (panel: Locator, name: RegExp): Locator => panel.getByRole('row', { name });

function eventIds(body = '{}'): readonly string[] {
  const { events = [] }: { readonly events?: readonly { readonly id: string }[] } =
    JSON.parse(body);
  return events.map(({ id }) => id);
}
