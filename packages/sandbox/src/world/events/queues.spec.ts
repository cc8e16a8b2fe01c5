import { describe, expect, it } from 'vitest';
import { ManualClock } from '../time/manual-clock.js';
import { createWorld } from '../world.js';

const accountId = '111122223333';

function setUp(attributes: Readonly<Record<string, string>> = {}) {
  // With speed 1, simulated seconds are real seconds.
  const clock = new ManualClock(1);
  const world = createWorld({ seed: 7, speed: 1, clock });
  world.addAccount({ id: accountId, name: 'shop' });
  const { id } = world.addQueue({ accountId, region: 'us-east-1', name: 'events', attributes });
  const send = (body: string, delayMs = 0) =>
    world.queues.send(id, { body, senderId: 's', delayMs });
  const receive = (max = 10) => world.queues.receive(id, max, 30_000).map(({ body }) => body);
  return { clock, world, id, send, receive };
}

describe('Queues', () => {
  it('returns the oldest message first and hides received messages', () => {
    const { clock, send, receive } = setUp();
    for (const body of ['a', 'b', 'c']) send(body);
    expect(receive(2)).toEqual(['a', 'b']);
    expect(receive()).toEqual(['c']);
    expect(receive()).toEqual([]);
    clock.advance(30_000);
    expect(receive()).toEqual(['a', 'b', 'c']);
  });

  it('deletes a message by its last receipt', () => {
    const { clock, world, id, send } = setUp();
    send('a');
    const [first] = world.queues.receive(id, 1, 1000);
    clock.advance(1000);
    const [second] = world.queues.receive(id, 1, 1000);
    expect(second).toMatchObject({
      id: first?.id,
      receiveCount: 2,
      firstReceivedAt: first?.firstReceivedAt,
    });
    world.queues.remove(id, first?.receiptHandle ?? '');
    expect(world.state.queues.get(id)?.messages).toHaveLength(1);
    world.queues.remove(id, second?.receiptHandle ?? '');
    expect(world.state.queues.get(id)?.messages).toHaveLength(0);
  });

  it('hides delayed messages and drops expired ones', () => {
    const { clock, send, receive } = setUp({ MessageRetentionPeriod: '60' });
    send('later', 5_000);
    expect(receive()).toEqual([]);
    clock.advance(5_000);
    expect(receive()).toEqual(['later']);
    clock.advance(56_000);
    expect(receive()).toEqual([]);
  });

  it('calls listeners until they are removed', () => {
    const { world, id, send } = setUp();
    let calls = 0;
    const removeListener = world.queues.onSent(id, () => {
      calls += 1;
    });
    send('a');
    removeListener();
    send('b');
    expect(calls).toBe(1);
  });
});
