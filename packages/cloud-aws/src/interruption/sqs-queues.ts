import {
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  type Message,
  ReceiveMessageCommand,
} from '@aws-sdk/client-sqs';
import {
  type DescribedQueue,
  type InterruptionQueue,
  type QueueMessage,
  redeliveryMs,
} from '@kerf/application';
import { AppError } from '@kerf/core';
import type { AwsSession } from '../clients.js';
import { hasAwsCode } from '../errors.js';
import { readMessage } from './read-message.js';

/** Maximum number of messages per call, and maximum wait of a call. Source: SQS ReceiveMessage. */
const messagesPerCall = 10;
const maxWaitSeconds = 20;
/** Number of parallel calls after a full response, because more messages may follow. */
const callsForMore = 9;

/** Opens one SQS queue of the session's account. */
export function openSqsQueue(session: AwsSession, queueName: string): InterruptionQueue {
  const closing = new AbortController();
  let url: string | null = null;
  const withUrl = async <T>(work: (queueUrl: string) => Promise<T>): Promise<T> => {
    url ??= await findQueue(session, queueName);
    try {
      return await work(url);
    } catch (error) {
      // A queue that was deleted and recreated may have another URL.
      if (hasAwsCode(error, ...queueGoneCodes)) url = null;
      throw error;
    }
  };
  const receive = async (queueUrl: string, waitSeconds: number): Promise<readonly Message[]> => {
    const { Messages: messages = [] } = await session.call(
      'sqs:ReceiveMessage',
      ({ abortSignal, ...options }) =>
        session.sqs.send(
          new ReceiveMessageCommand({
            QueueUrl: queueUrl,
            MaxNumberOfMessages: messagesPerCall,
            WaitTimeSeconds: waitSeconds,
            VisibilityTimeout: redeliveryMs / 1000,
            MessageSystemAttributeNames: ['SentTimestamp'],
          }),
          { ...options, abortSignal: AbortSignal.any([abortSignal, closing.signal]) },
        ),
      'waiting',
    );
    return messages;
  };
  return {
    receive: () =>
      withUrl(async (queueUrl) => {
        const first = await receive(queueUrl, maxWaitSeconds);
        if (first.length < messagesPerCall) return first.map(toQueueMessage);
        const more = await Promise.allSettled(
          Array.from({ length: callsForMore }, () => receive(queueUrl, 0)),
        );
        // Messages of successful calls are returned even if another call fails; if the failure
        // persists, the next poll throws it.
        return [
          ...first,
          ...more.flatMap((call) => (call.status === 'fulfilled' ? call.value : [])),
        ].map(toQueueMessage);
      }),
    delete: (receipts) =>
      withUrl(async (queueUrl) => {
        const calls = inGroups(receipts, messagesPerCall).map((group) =>
          session.call('sqs:DeleteMessageBatch', (options) =>
            session.sqs.send(
              new DeleteMessageBatchCommand({
                QueueUrl: queueUrl,
                Entries: group.map((ReceiptHandle, index) => ({
                  Id: String(index),
                  ReceiptHandle,
                })),
              }),
              options,
            ),
          ),
        );
        await Promise.all(calls);
      }),
    close: () => closing.abort(),
  };
}

/** Maps errors of SQS for a queue that cannot be read yet. */
export async function describeSqsQueue(
  session: AwsSession,
  queueName: string,
): Promise<DescribedQueue> {
  const url = await findQueue(session, queueName);
  const { Attributes: attributes = {} } = await session.call('sqs:GetQueueAttributes', (options) =>
    session.sqs.send(
      new GetQueueAttributesCommand({
        QueueUrl: url,
        AttributeNames: ['ApproximateNumberOfMessages'],
      }),
      options,
    ),
  );
  return { waitingMessages: Number(attributes.ApproximateNumberOfMessages ?? 0) };
}

function inGroups<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

const queueGoneCodes = ['QueueDoesNotExist', 'AWS.SimpleQueueService.NonExistentQueue'] as const;

async function findQueue(session: AwsSession, queueName: string): Promise<string> {
  const { QueueUrl: url } = await session.call('sqs:GetQueueUrl', (options) =>
    session.sqs.send(new GetQueueUrlCommand({ QueueName: queueName }), options),
  );
  if (url !== undefined) return url;
  throw new AppError({
    code: 'CLOUD.UNREACHABLE',
    message: 'sqs:GetQueueUrl returned no URL.',
    retry: { kind: 'backoff' },
  });
}

function toQueueMessage(message: Message): QueueMessage {
  const sent = Number(message.Attributes?.SentTimestamp);
  return {
    receipt: message.ReceiptHandle ?? '',
    sentAt: Number.isFinite(sent) ? sent : null,
    content: readMessage(message.Body ?? ''),
  };
}
