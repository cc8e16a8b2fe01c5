import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isAffected, refetchOnChange } from './refetch-on-change.js';

const notice = { topic: 'NODES', clusterId: 'clu_1', id: null } as const;

describe('isAffected', () => {
  it('is true for a change of its topic in its cluster or in any cluster', () => {
    expect(isAffected({ topics: ['NODES'], clusterId: 'clu_1' }, [notice])).toBe(true);
    expect(isAffected({ topics: ['PODS', 'NODES'] }, [notice])).toBe(true);
    const anywhere = { ...notice, clusterId: null };
    expect(isAffected({ topics: ['NODES'], clusterId: 'clu_9' }, [anywhere])).toBe(true);
  });

  it('is false for another topic or another cluster', () => {
    expect(isAffected({ topics: ['DECISION'] }, [notice])).toBe(false);
    expect(isAffected({ topics: ['NODES'], clusterId: 'clu_2' }, [notice])).toBe(false);
    expect(isAffected({}, [notice])).toBe(false);
  });

  it('is true for a change of its object, or of many objects', () => {
    const meta = { topics: ['DECISION', 'NODE_CLAIM'], ids: { DECISION: 'dec_1' } } as const;
    const decided = (id: string | null) => [{ topic: 'DECISION', clusterId: 'clu_1', id } as const];
    expect(isAffected(meta, decided('dec_1'))).toBe(true);
    expect(isAffected(meta, decided(null))).toBe(true);
    expect(isAffected(meta, decided('dec_2'))).toBe(false);
    expect(isAffected(meta, [{ topic: 'NODE_CLAIM', clusterId: 'clu_1', id: 'ncl_1' }])).toBe(true);
  });

  it('is true after notices were lost', () => {
    const gap = [{ topic: 'UNKNOWN', clusterId: null, id: null } as const];
    expect(isAffected({ topics: ['AUDIT'], clusterId: 'clu_1' }, gap)).toBe(true);
    expect(isAffected({}, gap)).toBe(false);
  });
});

describe('refetchOnChange', () => {
  let client: QueryClient;
  beforeEach(() => {
    vi.useFakeTimers();
    client = new QueryClient();
  });
  afterEach(() => {
    client.clear();
    vi.useRealTimers();
  });

  /** An active query, and the number of its refetches. */
  async function openQuery(
    name: string,
    read: () => Promise<unknown> = () => Promise.resolve(name),
  ) {
    const queryFn = vi.fn<() => Promise<unknown>>(read);
    const options = { queryKey: [name], queryFn, meta: { topics: ['NODES'] as const } };
    const close = new QueryObserver(client, options).subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(0);
    queryFn.mockClear();
    return { reads: () => queryFn.mock.calls.length, close };
  }
  const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms);

  it('refetches within a second of the first change', async () => {
    const { reads } = await openQuery('pools');
    const changes = refetchOnChange(client);
    changes.add(notice);
    await advance(999);
    expect(reads()).toBe(0);
    await advance(1);
    expect(reads()).toBe(1);
    await advance(60_000);
    expect(reads()).toBe(1);
  });

  it('refetches every five seconds while changes continue, and once after the last', async () => {
    const { reads } = await openQuery('pools');
    const changes = refetchOnChange(client);
    for (let second = 0; second < 30; second += 1) {
      changes.add(notice);
      await advance(1_000);
    }
    expect(reads()).toBe(6);
    await advance(5_000);
    expect(reads()).toBe(7);
    await advance(60_000);
    expect(reads()).toBe(7);
  });

  it('refetches each query once for a burst of notices', async () => {
    const [pools, nodes] = [await openQuery('pools'), await openQuery('nodes')];
    const changes = refetchOnChange(client);
    for (let index = 0; index < 50; index += 1) changes.add(notice);
    await advance(1_000);
    expect([pools.reads(), nodes.reads()]).toEqual([1, 1]);
  });

  it('does not refetch for changes of other topics', async () => {
    const { reads } = await openQuery('pools');
    const changes = refetchOnChange(client);
    changes.add({ ...notice, topic: 'SYNC' });
    await advance(10_000);
    expect(reads()).toBe(0);
  });

  it('refetches again when a change arrives during a fetch', async () => {
    const answer = () => new Promise((resolve) => setTimeout(resolve, 3_000));
    const { reads } = await openQuery('slow', answer);
    await advance(3_000);
    const changes = refetchOnChange(client);
    changes.add(notice);
    await advance(1_000);
    expect(reads()).toBe(1);
    changes.add(notice);
    await advance(8_000);
    expect(reads()).toBe(2);
  });

  it('invalidates inactive queries without a refetch', async () => {
    const { reads, close } = await openQuery('pools');
    close();
    const changes = refetchOnChange(client);
    changes.add(notice);
    await advance(1_000);
    expect(reads()).toBe(0);
    expect(client.getQueryState(['pools'])?.isInvalidated).toBe(true);
  });

  it('does nothing after it is stopped', async () => {
    const { reads } = await openQuery('pools');
    const changes = refetchOnChange(client);
    changes.add(notice);
    changes.stop();
    await advance(10_000);
    expect(reads()).toBe(0);
  });
});
