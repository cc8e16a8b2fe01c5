import {
  CreateQueueCommand,
  DeleteMessageBatchCommand,
  type DeleteMessageBatchRequestEntry,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AwsBackend, startBackend } from './backend.js';

vi.setConfig({ testTimeout: 60_000 });

let aws: AwsBackend;
let queues = 0;
let name: string;
let QueueUrl: string;
beforeAll(async () => {
  aws = await startBackend();
});
afterAll(() => aws.close());
beforeEach(async () => {
  queues += 1;
  name = `${aws.clusterName}-${queues}`;
  const created = await aws.sqs.send(new CreateQueueCommand({ QueueName: name }));
  QueueUrl = created.QueueUrl ?? '';
});

const send = (MessageBody: string) =>
  aws.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }));

/** Receives as the product does. */
async function receive(VisibilityTimeout = 60, WaitTimeSeconds = 0): Promise<readonly Message[]> {
  const { Messages = [] } = await aws.sqs.send(
    new ReceiveMessageCommand({
      QueueUrl,
      MaxNumberOfMessages: 10,
      WaitTimeSeconds,
      VisibilityTimeout,
      MessageSystemAttributeNames: ['SentTimestamp'],
    }),
  );
  return Messages;
}
const remove = (...Entries: DeleteMessageBatchRequestEntry[]) =>
  aws.sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
const entriesOf = (messages: readonly Message[]): DeleteMessageBatchRequestEntry[] =>
  messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));

describe('a queue', () => {
  it('is found by name', async () => {
    const found = await aws.sqs.send(new GetQueueUrlCommand({ QueueName: name }));
    expect(new URL(found.QueueUrl ?? '').pathname).toBe(`/${aws.accountId}/${name}`);
  });

  it('that does not exist is QueueDoesNotExist', async () => {
    const missing = { name: 'QueueDoesNotExist', $metadata: { httpStatusCode: 400 } };
    const none = `${name}-none`;
    await expect(aws.sqs.send(new GetQueueUrlCommand({ QueueName: none }))).rejects.toMatchObject(
      missing,
    );
    QueueUrl = QueueUrl.replace(name, none);
    await expect(receive()).rejects.toMatchObject(missing);
  });

  it('counts visible messages', async () => {
    await send('a');
    await send('b');
    const attributes = async () =>
      (
        await aws.sqs.send(
          new GetQueueAttributesCommand({
            QueueUrl,
            AttributeNames: ['ApproximateNumberOfMessages'],
          }),
        )
      ).Attributes;
    expect(await attributes()).toEqual({ ApproximateNumberOfMessages: '2' });
    await receive();
    expect(await attributes()).toEqual({ ApproximateNumberOfMessages: '0' });
  });
});

describe('messages', () => {
  it('are received with body, digest and time, at most ten at a time', async () => {
    const before = Date.now();
    for (let count = 0; count < 12; count += 1) await send(`body-${count}`);
    const first = await receive();
    expect(first).toHaveLength(10);
    expect(await receive()).toHaveLength(2);
    for (const message of first) {
      expect(message).toMatchObject({
        Body: expect.stringMatching(/^body-\d+$/),
        MD5OfBody: expect.stringMatching(/^[0-9a-f]{32}$/),
        ReceiptHandle: expect.any(String),
      });
      const sent = Number(message.Attributes?.SentTimestamp);
      expect(sent).toBeGreaterThan(before - 60_000);
      expect(sent).toBeLessThan(Date.now() + 60_000);
    }
  });

  it('are hidden while they are handled, and appear again if they are not deleted', async () => {
    await send('again');
    const [first] = await receive(1);
    expect(await receive(1)).toEqual([]);
    const [second] = await receive(60, 10);
    expect(second?.MessageId).toBe(first?.MessageId);
    expect(await receive()).toEqual([]);
  });

  it('are returned when they arrive during the wait', async () => {
    const waiting = receive(60, 10);
    await send('late');
    expect((await waiting).map(({ Body }) => Body)).toEqual(['late']);
  });

  it('are deleted in a batch, also twice', async () => {
    await send('a');
    await send('b');
    const entries = entriesOf(await receive(1));
    const once = await remove(...entries);
    expect(once.Successful?.map(({ Id }) => Id).toSorted()).toEqual(['0', '1']);
    expect(once.Failed ?? []).toEqual([]);
    const twice = await remove(...entries);
    expect(twice.Successful).toHaveLength(2);
    expect(await receive(1, 2)).toEqual([]);
  });

  it('are not deleted by an empty batch, or one with equal IDs', async () => {
    await send('a');
    const [entry] = entriesOf(await receive());
    await expect(remove()).rejects.toMatchObject({ name: 'EmptyBatchRequest' });
    await expect(remove(...(entry ? [entry, entry] : []))).rejects.toMatchObject({
      name: 'BatchEntryIdsNotDistinct',
    });
  });

  it('with an invalid receipt fail, without failing the call', async () => {
    const output = await remove({ Id: '0', ReceiptHandle: 'nonsense' });
    expect(output.Successful ?? []).toEqual([]);
    expect(output.Failed).toMatchObject([
      { Id: '0', SenderFault: true, Code: 'ReceiptHandleIsInvalid' },
    ]);
  });
});
