import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  CreateChatCodeDocument,
  CreateNotificationChannelDocument,
  CreateNotificationRuleDocument,
  NotificationDeliveriesDocument,
  NotificationsDocument,
  RedeliverNotificationDocument,
  RemoveNotificationChannelDocument,
  RemoveNotificationRuleDocument,
  TestNotificationChannelDocument,
  UnlinkChatIdentitiesDocument,
  UpdateNotificationChannelDocument,
  UpdateNotificationRuleDocument,
} from '../../src/gql/graphql.js';
import type { Recorder } from './recorder.js';

/** Makes the changes that users make on the page of notifications, and requests what it shows. */
export async function recordNotifications(recorder: Recorder): Promise<void> {
  const { url, close } = await startReceiver();
  try {
    await recordChanges(recorder, url);
  } finally {
    close();
  }
}

async function recordChanges(recorder: Recorder, url: string): Promise<void> {
  const hook = await createChannel(recorder, { name: 'audit hook', kind: 'WEBHOOK', url });
  const gone = await createChannel(recorder, {
    name: 'old pager',
    kind: 'WEBHOOK',
    url: `${url}gone`,
  });
  const spare = await createChannel(recorder, {
    name: 'on-call',
    kind: 'PAGER_DUTY',
    routingKey: 'R0',
  });
  await recorder.record(CreateNotificationChannelDocument, {
    input: { name: 'bad', kind: 'WEBHOOK', url: 'ftp://example.com', digestMinutes: 0 },
  });
  const { createNotificationRule } = await recorder.record(CreateNotificationRuleDocument, {
    input: { channelId: hook, name: 'approvals', eventKinds: ['decision.approval-requested'] },
  });
  await recorder.record(TestNotificationChannelDocument, { input: { id: hook } });
  await recorder.record(TestNotificationChannelDocument, { input: { id: gone } });
  await recorder.record(NotificationsDocument, {});
  const { notificationDeliveries } = await recorder.record(NotificationDeliveriesDocument, {});
  const id = notificationDeliveries.nodes.find(({ state }) => state === 'FAILED')?.id ?? '';
  await recorder.record(RedeliverNotificationDocument, { input: { id } });
  await recorder.record(UpdateNotificationChannelDocument, {
    input: { id: hook, expectedVersion: 1, isEnabled: false },
  });
  const ruleId = createNotificationRule.rule?.id ?? '';
  await recorder.record(UpdateNotificationRuleDocument, {
    input: { id: ruleId, expectedVersion: 1, isEnabled: false },
  });
  await recorder.record(RemoveNotificationRuleDocument, {
    input: { id: ruleId, expectedVersion: 2 },
  });
  await recorder.record(RemoveNotificationChannelDocument, {
    input: { id: spare, expectedVersion: 1 },
  });
  await recorder.record(CreateChatCodeDocument, {});
  await recorder.record(UnlinkChatIdentitiesDocument, {});
}

async function createChannel(
  recorder: Recorder,
  fields: {
    readonly name: string;
    readonly kind: 'WEBHOOK' | 'PAGER_DUTY';
    readonly url?: string;
    readonly routingKey?: string;
  },
): Promise<string> {
  const input = { ...fields, digestMinutes: 0 };
  const { createNotificationChannel } = await recorder.record(CreateNotificationChannelDocument, {
    input,
  });
  const id = createNotificationChannel.channel?.id;
  if (id === undefined) throw new Error(`The channel ${fields.name} was refused.`);
  return id;
}

/** A receiver on this machine, which refuses what is sent to `/gone`. */
async function startReceiver(): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/gone' ? 410 : 200);
    response.end(request.url === '/gone' ? 'This address has moved.' : 'ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
