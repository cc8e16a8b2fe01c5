import { createMemoryStore, ManualClock } from '@kerf/testing';
import { expect, it } from 'vitest';
import { runNotificationLoop } from './notification-loop.js';

it('notifications are sent again although no cluster can be reported as unreachable', async () => {
  const store = createMemoryStore();
  const ending = new AbortController();
  const logged: string[] = [];
  const done: string[] = [];
  const list = () => Promise.reject(new RangeError('a cluster'));
  const prune = async (): Promise<void> => {
    done.push('search for missing jobs');
    ending.abort();
  };
  const broken = {
    ...store,
    clusters: { ...store.clusters, list },
    notificationEvents: { ...store.notificationEvents, prune },
  };
  const log = { warn: (_: unknown, message: string) => void logged.push(message) };
  await runNotificationLoop({ store: broken, clock: new ManualClock(0) }, log, ending.signal);
  expect(done).toEqual(['search for missing jobs']);
  expect(logged).toEqual(['report of unreachable clusters failed; retrying']);
});
