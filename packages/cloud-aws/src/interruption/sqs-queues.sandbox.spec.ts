import { isAppError } from '@kerf/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { region, type SandboxCloud, spokeAccount, startSandboxCloud } from '../testing/sandbox.js';

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
  it('gives messages, unreadable ones too, until they are deleted', async () => {
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

  it('stops waiting when it is closed', async () => {
    const queue = open();
    const waiting = queue.receive();
    queue.close();
    await expect(waiting).rejects.toSatisfy(isAppError);
  });

  it('says which queue is missing and which right', async () => {
    const gone = sandbox.cloud.interruptionQueues.open(sandbox.target, 'gone');
    await expect(gone.receive()).rejects.toThrow('sqs:GetQueueUrl');
    await expect(open(sandbox.targetOf(['sqs:GetQueueUrl'])).receive()).rejects.toMatchObject({
      code: 'CLOUD.UNAUTHORIZED',
    });
  });
});
