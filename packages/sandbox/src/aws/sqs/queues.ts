import {
  CreateQueue$,
  type CreateQueueRequest,
  type CreateQueueResult,
  GetQueueAttributes$,
  type GetQueueAttributesRequest,
  type GetQueueAttributesResult,
  GetQueueUrl$,
  type GetQueueUrlRequest,
  type GetQueueUrlResult,
  PurgeQueue$,
  type PurgeQueueRequest,
} from '@aws-sdk/client-sqs';
import { type Queue, queueDefaults } from '../../world/events/queues.js';
import type { AccessRequest } from '../../world/iam/iam-policy.js';
import type { Open } from '../../world/state/open.js';
import { accessTo } from '../access.js';
import { AwsError } from '../aws-error.js';
import { type Call } from '../operation.js';
import { operation } from '../service.js';

/**
 * Returns the queue with this URL, of any account in the region of the call.
 * @throws AwsError
 */
export function requireQueue(call: Call, queueUrl: string | undefined): Queue {
  const path = queueUrl !== undefined && URL.canParse(queueUrl) ? new URL(queueUrl).pathname : '';
  const [, accountId = '', name = ''] = path.split('/');
  const queue = findQueue(call, accountId, name);
  if (queue === undefined) throw noSuchQueue();
  if (queue.accountId === call.accountId) return queue;
  throw new AwsError('AccessDenied', 'Access to the resource is denied.', { status: 403 });
}

/** Returns the access request for the queue with this URL, whether it exists or not. */
export const accessToQueue =
  (action: string) =>
  (
    { region }: Call,
    { QueueUrl: url = '' }: { readonly QueueUrl?: string | undefined },
  ): readonly AccessRequest[] => {
    const [, accountId = '', name = ''] = URL.canParse(url) ? new URL(url).pathname.split('/') : [];
    return [accessTo(action, `arn:aws:sqs:${region}:${accountId}:${name}`)];
  };

function findQueue(call: Call, accountId: string, name: string): Queue | undefined {
  return call.world.state.queues.get(`arn:aws:sqs:${call.region}:${accountId}:${name}`);
}

function noSuchQueue(): AwsError {
  return new AwsError('QueueDoesNotExist', 'The specified queue does not exist.', {
    queryCode: 'AWS.SimpleQueueService.NonExistentQueue',
  });
}

/** Uses the endpoint of the client, so that the client can reach the queue. */
function urlOf(call: Call, queue: Queue): string {
  return `${call.endpoint}/${queue.accountId}/${queue.name}`;
}

function createQueue(call: Call, input: Open<CreateQueueRequest>): CreateQueueResult {
  const { QueueName: name = '', Attributes = {}, tags = {} } = input;
  if (!/^[A-Za-z0-9_-]{1,80}$/.test(name)) {
    throw new AwsError(
      'InvalidParameterValue',
      'A queue name can only include alphanumeric characters, hyphens, or underscores, 1 to 80 in length.',
    );
  }
  const attributes = definedOnly(Attributes);
  const existing = findQueue(call, call.accountId, name);
  if (existing === undefined) {
    const { accountId, region } = call;
    const queue = call.world.addQueue({ accountId, region, name, attributes, tags });
    return { QueueUrl: urlOf(call, queue) };
  }
  const differs = Object.entries(attributes).some(
    ([key, value]) => (existing.attributes[key] ?? queueDefaults[key]) !== value,
  );
  if (!differs) return { QueueUrl: urlOf(call, existing) };
  throw new AwsError(
    'QueueNameExists',
    'A queue already exists with the same name and a different value for an attribute.',
    { queryCode: 'QueueAlreadyExists' },
  );
}

function definedOnly(
  record: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(record).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

function getQueueUrl(call: Call, input: Open<GetQueueUrlRequest>): GetQueueUrlResult {
  const accountId = input.QueueOwnerAWSAccountId ?? call.accountId;
  const queue = findQueue(call, accountId, input.QueueName ?? '');
  if (queue === undefined || queue.accountId !== call.accountId) throw noSuchQueue();
  return { QueueUrl: urlOf(call, queue) };
}

function getQueueAttributes(
  call: Call,
  input: Open<GetQueueAttributesRequest>,
): Open<GetQueueAttributesResult> {
  const queue = requireQueue(call, input.QueueUrl);
  const now = call.world.timers.now();
  const waiting = queue.messages.filter(({ visibleAt }) => visibleAt <= now).length;
  const delayed = queue.messages.filter(
    ({ visibleAt, receiveCount }) => visibleAt > now && receiveCount === 0,
  ).length;
  const createdSeconds = String(Math.floor(queue.createdAt / 1000));
  const all: Record<string, string> = {
    ...queueDefaults,
    ...queue.attributes,
    QueueArn: queue.id,
    CreatedTimestamp: createdSeconds,
    LastModifiedTimestamp: createdSeconds,
    ApproximateNumberOfMessages: String(waiting),
    ApproximateNumberOfMessagesDelayed: String(delayed),
    ApproximateNumberOfMessagesNotVisible: String(queue.messages.length - waiting - delayed),
  };
  const wanted = input.AttributeNames ?? [];
  const isWanted = (name: string) => wanted.includes('All') || wanted.includes(name);
  return {
    Attributes: Object.fromEntries(Object.entries(all).filter(([name]) => isWanted(name))),
  };
}

function purgeQueue(call: Call, input: Open<PurgeQueueRequest>): object {
  call.world.queues.purge(requireQueue(call, input.QueueUrl).id);
  return {};
}

export const queueOperations = [
  operation(CreateQueue$, createQueue),
  operation(GetQueueUrl$, getQueueUrl, {
    access: ({ region, accountId }: Call, input: Open<GetQueueUrlRequest>) => [
      accessTo('sqs:GetQueueUrl', `arn:aws:sqs:${region}:${accountId}:${input.QueueName ?? ''}`),
    ],
  }),
  operation(GetQueueAttributes$, getQueueAttributes, {
    access: accessToQueue('sqs:GetQueueAttributes'),
  }),
  operation(PurgeQueue$, purgeQueue),
];
