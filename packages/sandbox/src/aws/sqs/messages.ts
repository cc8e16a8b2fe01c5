import { createHash } from 'node:crypto';
import {
  DeleteMessage$,
  DeleteMessageBatch$,
  type DeleteMessageBatchRequest,
  type DeleteMessageBatchResult,
  type DeleteMessageRequest,
  type Message as MessageAnswer,
  ReceiveMessage$,
  type ReceiveMessageRequest,
  type ReceiveMessageResult,
  SendMessage$,
  type SendMessageRequest,
  type SendMessageResult,
} from '@aws-sdk/client-sqs';
import {
  type Message,
  type MessageAttribute,
  type Queue,
  queueSetting,
} from '../../world/events/queues.js';
import type { Open } from '../../world/state/open.js';
import { AwsError } from '../aws-error.js';
import { type Call } from '../operation.js';
import { operation } from '../service.js';
import { accessToQueue, requireQueue } from './queues.js';

function sendMessage(call: Call, input: Open<SendMessageRequest>): SendMessageResult {
  const queue = requireQueue(call, input.QueueUrl);
  const { MessageBody: body = '' } = input;
  if (body === '') {
    throw new AwsError('MissingParameter', 'The request must contain the parameter MessageBody.');
  }
  const limit = Number(queueSetting(queue, 'MaximumMessageSize'));
  if (Buffer.byteLength(body) > limit) {
    throw new AwsError(
      'InvalidParameterValue',
      `One or more parameters are invalid. Reason: Message must be shorter than ${limit} bytes.`,
    );
  }
  const delaySeconds =
    within('DelaySeconds', [0, 900], input.DelaySeconds) ??
    Number(queueSetting(queue, 'DelaySeconds'));
  const sent = call.world.queues.send(queue.id, {
    body,
    senderId: call.caller.userId,
    attributes: readAttributes(input.MessageAttributes),
    delayMs: delaySeconds * 1000,
  });
  return { MessageId: sent.id, MD5OfMessageBody: md5(body) };
}

function readAttributes(
  given: Open<SendMessageRequest>['MessageAttributes'],
): Readonly<Record<string, MessageAttribute>> {
  return Object.fromEntries(
    Object.entries(given ?? {}).map(([name, { DataType = '', StringValue }]) => {
      if (StringValue === undefined) {
        throw new AwsError('UnsupportedOperation', 'The sandbox only has attributes with text.');
      }
      return [name, { dataType: DataType, text: StringValue }];
    }),
  );
}

async function receiveMessage(
  call: Call,
  input: Open<ReceiveMessageRequest>,
): Promise<Open<ReceiveMessageResult>> {
  const queue = requireQueue(call, input.QueueUrl);
  const max = within('MaxNumberOfMessages', [1, 10], input.MaxNumberOfMessages) ?? 1;
  const visibilitySeconds =
    within('VisibilityTimeout', [0, 43_200], input.VisibilityTimeout) ??
    Number(queueSetting(queue, 'VisibilityTimeout'));
  const waitSeconds =
    within('WaitTimeSeconds', [0, 20], input.WaitTimeSeconds) ??
    Number(queueSetting(queue, 'ReceiveMessageWaitTimeSeconds'));
  const until = call.world.timers.now() + waitSeconds * 1000;
  const messages = await receiveUntil(call, queue, { max, visibilitySeconds, until });
  return messages.length === 0 ? {} : { Messages: messages.map((each) => toResponse(each, input)) };
}

/** Receives messages; waits for the first ones until `until` or until the client disconnects. */
async function receiveUntil(
  call: Call,
  queue: Queue,
  wanted: { readonly max: number; readonly visibilitySeconds: number; readonly until: number },
): Promise<readonly Message[]> {
  const { queues, timers } = call.world;
  while (!call.signal.aborted) {
    const messages = queues.receive(queue.id, wanted.max, wanted.visibilitySeconds * 1000);
    if (messages.length > 0 || timers.now() >= wanted.until) return messages;
    await nextChange(call, queue.id, wanted.until);
  }
  return [];
}

/**
 * Resolves when a message is sent or becomes visible, at the deadline, or when the client
 * disconnects.
 */
function nextChange(call: Call, queueId: string, until: number): Promise<void> {
  const { queues, timers, state } = call.world;
  const hidden = state.queues.get(queueId)?.messages.map(({ visibleAt }) => visibleAt) ?? [];
  return new Promise((resolve) => {
    const finish = () => {
      removeListener();
      cancelTimer();
      call.signal.removeEventListener('abort', finish);
      resolve();
    };
    const removeListener = queues.onSent(queueId, finish);
    const cancelTimer = timers.at(Math.min(until, ...hidden), finish);
    call.signal.addEventListener('abort', finish);
  });
}

function toResponse(message: Message, input: Open<ReceiveMessageRequest>): Open<MessageAnswer> {
  const system: Record<string, string> = {
    SenderId: message.senderId,
    SentTimestamp: String(message.sentAt),
    ApproximateReceiveCount: String(message.receiveCount),
    ApproximateFirstReceiveTimestamp: String(message.firstReceivedAt),
  };
  const attributes = chosen(system, [
    ...(input.AttributeNames ?? []),
    ...(input.MessageSystemAttributeNames ?? []),
  ]);
  const custom = chosen(message.attributes, input.MessageAttributeNames ?? []);
  return {
    MessageId: message.id,
    ReceiptHandle: message.receiptHandle ?? '',
    Body: message.body,
    MD5OfBody: md5(message.body),
    ...(attributes.length > 0 ? { Attributes: Object.fromEntries(attributes) } : {}),
    ...(custom.length > 0
      ? { MessageAttributes: Object.fromEntries(custom.map(toAttribute)) }
      : {}),
  };
}

function chosen<Value>(
  record: Readonly<Record<string, Value>>,
  names: readonly string[],
): readonly (readonly [string, Value])[] {
  const isAll = names.includes('All') || names.includes('.*');
  return Object.entries(record).filter(([name]) => isAll || names.includes(name));
}

function toAttribute([name, { dataType, text }]: readonly [string, MessageAttribute]) {
  return [name, { DataType: dataType, StringValue: text }] as const;
}

/** A handle of this server; it stays valid when its message is deleted or received again. */
const isHandle = (text: string): boolean =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

const invalidHandle = 'The input receipt handle is invalid.';

function deleteMessage(call: Call, input: Open<DeleteMessageRequest>): object {
  const queue = requireQueue(call, input.QueueUrl);
  const { ReceiptHandle: handle = '' } = input;
  if (!isHandle(handle)) throw new AwsError('ReceiptHandleIsInvalid', invalidHandle);
  call.world.queues.remove(queue.id, handle);
  return {};
}

function deleteMessageBatch(
  call: Call,
  input: Open<DeleteMessageBatchRequest>,
): Open<DeleteMessageBatchResult> {
  const queue = requireQueue(call, input.QueueUrl);
  const entries = input.Entries ?? [];
  checkBatch(entries.map(({ Id }) => Id ?? ''));
  const isValid = ({ ReceiptHandle = '' }: (typeof entries)[number]): boolean =>
    isHandle(ReceiptHandle);
  const valid = entries.filter(isValid);
  for (const { ReceiptHandle = '' } of valid) call.world.queues.remove(queue.id, ReceiptHandle);
  return {
    Successful: valid.map(({ Id }) => ({ Id })),
    Failed: entries
      .filter((entry) => !isValid(entry))
      .map(({ Id }) => ({
        Id,
        SenderFault: true,
        Code: 'ReceiptHandleIsInvalid',
        Message: invalidHandle,
      })),
  };
}

const batchProblems = {
  EmptyBatchRequest: 'There should be at least one entry in the request.',
  TooManyEntriesInBatchRequest: 'A batch has at most 10 entries.',
  BatchEntryIdsNotDistinct: 'Two or more batch entries have the same Id.',
} as const;

function checkBatch(ids: readonly string[]): void {
  const code = batchProblem(ids);
  if (code === null) return;
  const queryCode = `AWS.SimpleQueueService.${code}`;
  throw new AwsError(code, batchProblems[code], { queryCode });
}

function batchProblem(ids: readonly string[]): keyof typeof batchProblems | null {
  if (ids.length === 0) return 'EmptyBatchRequest';
  if (ids.length > 10) return 'TooManyEntriesInBatchRequest';
  return new Set(ids).size < ids.length ? 'BatchEntryIdsNotDistinct' : null;
}

/** @throws AwsError */
function within(
  name: string,
  [lowest, highest]: readonly [number, number],
  value: number | undefined,
): number | undefined {
  if (value === undefined || (value >= lowest && value <= highest)) return value;
  throw new AwsError(
    'InvalidParameterValue',
    `Value ${value} for parameter ${name} is invalid. Reason: Must be between ${lowest} and ${highest}, if provided.`,
  );
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

export const messageOperations = [
  operation(SendMessage$, sendMessage),
  operation(ReceiveMessage$, receiveMessage, { access: accessToQueue('sqs:ReceiveMessage') }),
  operation(DeleteMessage$, deleteMessage, { access: accessToQueue('sqs:DeleteMessage') }),
  operation(DeleteMessageBatch$, deleteMessageBatch, {
    action: 'DeleteMessage',
    access: accessToQueue('sqs:DeleteMessage'),
  }),
];
