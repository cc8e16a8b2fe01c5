import { expect, it } from 'vitest';
import { connectQueues } from './connection.js';

it('names the place and the setting of a Redis that cannot be reached, without its password', async () => {
  // No program listens on port 1.
  const opening = connectQueues({ kind: 'Redis', url: 'redis://:secret@127.0.0.1:1' });
  await expect(opening).rejects.toMatchObject({
    code: 'QUEUE.UNAVAILABLE',
    retry: { kind: 'backoff' },
    message:
      'Redis at 127.0.0.1:1 cannot be used: connect ECONNREFUSED 127.0.0.1:1. Start it, or correct REDIS_URL.',
  });
});
