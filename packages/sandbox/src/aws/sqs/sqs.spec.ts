import {
  CreateQueueCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  PurgeQueueCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configFor, type Fixture, hubAccount, startFixture } from '../../testing/aws-fixture.js';

let fixture: Fixture;
let sqs: SQSClient;
let QueueUrl: string;
beforeEach(async () => {
  fixture = await startFixture();
  sqs = new SQSClient(fixture.config);
  const created = await sqs.send(new CreateQueueCommand({ QueueName: 'shop' }));
  QueueUrl = created.QueueUrl ?? '';
});
afterEach(async () => {
  sqs.destroy();
  await fixture.close();
});

const send = (MessageBody: string) => sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }));
const receive = async (WaitTimeSeconds = 0, VisibilityTimeout = 20) => {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl,
      MaxNumberOfMessages: 10,
      VisibilityTimeout,
      WaitTimeSeconds,
      MessageSystemAttributeNames: ['All'],
      MessageAttributeNames: ['All'],
    }),
  );
  return Messages;
};
/** Advances real time, which queues use. */
const advanceSeconds = (seconds: number) => fixture.clock.advance(seconds * 1000 * 10);

describe('queues', () => {
  it('are found by name, with a URL of this server', async () => {
    expect(QueueUrl).toBe(`${fixture.server.url}/444455556666/shop`);
    const found = await sqs.send(new GetQueueUrlCommand({ QueueName: 'shop' }));
    expect(found.QueueUrl).toBe(QueueUrl);
    await expect(sqs.send(new GetQueueUrlCommand({ QueueName: 'none' }))).rejects.toMatchObject({
      name: 'QueueDoesNotExist',
      Code: 'AWS.SimpleQueueService.NonExistentQueue',
    });
  });

  it('can be created again with equal attributes only', async () => {
    const again = await sqs.send(
      new CreateQueueCommand({ QueueName: 'shop', Attributes: { VisibilityTimeout: '30' } }),
    );
    expect(again.QueueUrl).toBe(QueueUrl);
    await expect(
      sqs.send(
        new CreateQueueCommand({ QueueName: 'shop', Attributes: { VisibilityTimeout: '5' } }),
      ),
    ).rejects.toMatchObject({ name: 'QueueNameExists' });
    await expect(sqs.send(new CreateQueueCommand({ QueueName: 'a b' }))).rejects.toMatchObject({
      name: 'InvalidParameterValue',
    });
  });

  it('count their messages', async () => {
    await send('a');
    await send('b');
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'c', DelaySeconds: 60 }));
    await sqs.send(new ReceiveMessageCommand({ QueueUrl }));
    const { Attributes } = await sqs.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }),
    );
    expect(Attributes).toMatchObject({
      QueueArn: 'arn:aws:sqs:us-east-1:444455556666:shop',
      ApproximateNumberOfMessages: '1',
      ApproximateNumberOfMessagesNotVisible: '1',
      ApproximateNumberOfMessagesDelayed: '1',
      VisibilityTimeout: '30',
    });
    await sqs.send(new PurgeQueueCommand({ QueueUrl }));
    expect(await receive()).toEqual([]);
  });

  it('are accessible in their account only', async () => {
    fixture.world.addUser({
      accountId: hubAccount,
      name: 'nosy',
      accessKeyId: 'AKIANOSY',
      secretAccessKey: 'x',
    });
    const otherClient = new SQSClient(
      configFor(fixture.server, { accessKeyId: 'AKIANOSY', secretAccessKey: 'x' }),
    );
    await expect(otherClient.send(new ReceiveMessageCommand({ QueueUrl }))).rejects.toMatchObject({
      name: 'AccessDenied',
    });
    await expect(
      otherClient.send(new ReceiveMessageCommand({ QueueUrl: 'http://x/1/2' })),
    ).rejects.toMatchObject({ name: 'QueueDoesNotExist' });
    await expect(
      otherClient.send(new ReceiveMessageCommand({ QueueUrl: 'nonsense' })),
    ).rejects.toMatchObject({ name: 'QueueDoesNotExist' });
  });
});

describe('messages', () => {
  it('are received as sent, hidden, visible again, and deleted', async () => {
    await sqs.send(
      new SendMessageCommand({
        QueueUrl,
        MessageBody: '{"detail-type":"EC2 Spot Instance Interruption Warning"}',
        MessageAttributes: { kind: { DataType: 'String', StringValue: 'warning' } },
      }),
    );
    const [first] = await receive();
    expect(first).toMatchObject({
      Body: '{"detail-type":"EC2 Spot Instance Interruption Warning"}',
      Attributes: { ApproximateReceiveCount: '1' },
      MessageAttributes: { kind: { DataType: 'String', StringValue: 'warning' } },
    });
    expect(await receive()).toEqual([]);
    advanceSeconds(21);
    const [again] = await receive();
    expect(again).toMatchObject({
      MessageId: first?.MessageId,
      Attributes: { ApproximateReceiveCount: '2' },
    });
    await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: again?.ReceiptHandle }));
    advanceSeconds(21);
    expect(await receive()).toEqual([]);
  });

  it('are deleted ten at a time', async () => {
    for (let index = 0; index < 10; index += 1) await send(String(index));
    const messages = await receive();
    const Entries = messages.map(({ MessageId, ReceiptHandle }) => ({
      Id: MessageId,
      ReceiptHandle,
    }));
    const deleted = await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
    expect(deleted.Successful).toHaveLength(10);
    advanceSeconds(21);
    expect(await receive()).toEqual([]);
  });

  it.each<[string, { Id: string; ReceiptHandle: string }[]]>([
    ['EmptyBatchRequest', []],
    [
      'BatchEntryIdsNotDistinct',
      [
        { Id: 'a', ReceiptHandle: 'x' },
        { Id: 'a', ReceiptHandle: 'y' },
      ],
    ],
    [
      'TooManyEntriesInBatchRequest',
      Array.from({ length: 11 }, (_, index) => ({ Id: `${index}`, ReceiptHandle: 'x' })),
    ],
  ])('are refused in a batch: %s', async (name, Entries) => {
    await expect(
      sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries })),
    ).rejects.toMatchObject({ name });
  });

  it.each([
    [{ MaxNumberOfMessages: 11 }],
    [{ MaxNumberOfMessages: 0 }],
    [{ WaitTimeSeconds: 21 }],
    [{ VisibilityTimeout: -1 }],
  ])('are not received with %j', async (wrong) => {
    await expect(sqs.send(new ReceiveMessageCommand({ QueueUrl, ...wrong }))).rejects.toMatchObject(
      { name: 'InvalidParameterValue' },
    );
  });
});

describe('a long poll', () => {
  /** Waits until the server has registered its listener. */
  async function untilPolling(): Promise<void> {
    const { queues } = fixture.world;
    const original = queues.onSent.bind(queues);
    await new Promise<void>((resolve) => {
      queues.onSent = (queueId, listener) => {
        resolve();
        return original(queueId, listener);
      };
    });
    queues.onSent = original;
  }

  it('responds as soon as a message is sent', async () => {
    const polling = untilPolling();
    const received = receive(20);
    await polling;
    await send('news');
    expect((await received).map(({ Body }) => Body)).toEqual(['news']);
  });

  it('responds when a message becomes visible again', async () => {
    await send('again');
    await receive(0, 5);
    const polling = untilPolling();
    const received = receive(20);
    await polling;
    advanceSeconds(6);
    expect((await received).map(({ Body }) => Body)).toEqual(['again']);
  });

  it('responds without messages when the wait time is over', async () => {
    const polling = untilPolling();
    const received = receive(20);
    await polling;
    advanceSeconds(21);
    expect(await received).toEqual([]);
  });

  it('returns no message to a disconnected client', async () => {
    const polling = untilPolling();
    const abort = new AbortController();
    const command = new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 20 });
    const received = sqs.send(command, { abortSignal: abort.signal });
    await polling;
    abort.abort();
    await expect(received).rejects.toMatchObject({ name: 'AbortError' });
    // The server detects the disconnect asynchronously.
    await expect
      .poll(
        async () => {
          await send('kept');
          return (await receive()).length;
        },
        { timeout: 4000 },
      )
      .toBeGreaterThan(0);
  });

  it('ends when the server stops', async () => {
    const polling = untilPolling();
    const received = receive(20);
    await polling;
    const outcome = received.catch((error: unknown) => error);
    await fixture.server.close();
    expect(await outcome).toBeInstanceOf(Error);
    fixture = await startFixture();
  });
});
