import { expect, it } from 'vitest';
import { openChangeFeed } from './change-feed.js';

it('names the place and the setting of a database that cannot be reached, without its password', async () => {
  // No program listens on port 1.
  const opening = openChangeFeed('postgresql://kerf:secret@127.0.0.1:1/kerf', 'spec');
  await expect(opening).rejects.toMatchObject({
    code: 'DB.UNAVAILABLE',
    retry: { kind: 'backoff' },
    message:
      'Postgres at 127.0.0.1:1/kerf cannot be used: connect ECONNREFUSED 127.0.0.1:1. Start it, or correct DATABASE_URL.',
  });
});
