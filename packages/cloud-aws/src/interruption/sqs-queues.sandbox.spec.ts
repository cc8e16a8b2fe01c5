import { hasErrorCode, isAppError } from '@kerf/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  region,
  type SandboxCloud,
  shortLimits,
  spokeAccount,
  startSandboxCloud,
} from '../testing/sandbox.js';

let sandbox: SandboxCloud;
let queueId = '';
let queues = 0;
const nameOf = () => `interruptions-${queues}`;
beforeAll(async () => {
  sandbox = await startSandboxCloud();
});
afterAll(() => sandbox.close());
beforeEach(() => {
  queues += 1;
  queueId = sandbox.world.addQueue({ accountId: spokeAccount, region, name: nameOf() }).id;
});

const open = (target = sandbox.target) => sandbox.cloud.interruptionQueues.open(target, nameOf());
const send = (body: string): void => {
  sandbox.world.queues.send(queueId, { body, senderId: 'events' });
};

describe('an interruption queue', () => {
  it('delivers messages, invalid ones included, until they are deleted', async () => {
    for (let index = 0; index < 62; index += 1) send(`message ${index}`);
    const queue = open();
    const messages = await queue.receive();
    expect(messages.length).toBe(62);
    expect(messages[0]).toMatchObject({
      content: { type: 'Malformed' },
      sentAt: expect.closeTo(Date.now(), -5),
    });
    await queue.delete(messages.map(({ receipt }) => receipt));
    expect(sandbox.world.state.queues.get(queueId)?.messages).toEqual([]);
  });

  it('stops polling when it is closed', async () => {
    const queue = open();
    const waiting = queue.receive();
    queue.close();
    await expect(waiting).rejects.toSatisfy(isAppError);
  });

  it('aborts a call without a response, and can be called again', async () => {
    const { world, target } = sandbox;
    const hang = world.faults.add({
      match: { service: 'sqs', operation: 'ReceiveMessage' },
      effect: { kind: 'hang' },
    });
    const queue = sandbox.anotherCloud(shortLimits).interruptionQueues.open(target, nameOf());
    await expect(queue.receive()).rejects.toMatchObject({
      code: 'CLOUD.UNREACHABLE',
      retry: { kind: 'backoff' },
    });
    world.faults.remove(hang);
    send('meanwhile');
    expect(await queue.receive()).toHaveLength(1);
  });

  it('is described without receiving messages', async () => {
    send('one');
    const { cloud, target } = sandbox;
    expect(await cloud.describeQueue(target, nameOf())).toEqual({ waitingMessages: 1 });
    expect(await cloud.describeQueue(target, nameOf())).toEqual({ waitingMessages: 1 });
    await expect(cloud.describeQueue(target, 'interruptions-gone')).rejects.toSatisfy(
      (error: unknown) => hasErrorCode(error, 'CLOUD.INVALID'),
    );
    await expect(
      cloud.describeQueue(sandbox.targetOf(['sqs:GetQueueUrl']), nameOf()),
    ).rejects.toMatchObject({ code: 'CLOUD.UNAUTHORIZED' });
  });

  it('names a missing queue and a missing permission', async () => {
    const gone = sandbox.cloud.interruptionQueues.open(sandbox.target, 'interruptions-gone');
    await expect(gone.receive()).rejects.toThrow('sqs:GetQueueUrl');
    await expect(open(sandbox.targetOf(['sqs:GetQueueUrl'])).receive()).rejects.toMatchObject({
      code: 'CLOUD.UNAUTHORIZED',
    });
  });
});
