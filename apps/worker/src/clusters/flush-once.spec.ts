import type { Instant } from '@kerf/core';
import { describe, expect, it } from 'vitest';
import { flushOnce } from './flush-once.js';

async function flush(write: () => Promise<Instant | null>, failing?: 'measure') {
  const calls: string[] = [];
  const logged: string[] = [];
  await flushOnce({
    write,
    measure: async (asOf) => {
      calls.push(`measure ${asOf}`);
      if (failing === 'measure') throw new RangeError('a price');
    },
    requestJobs: () => void calls.push('request jobs'),
    log: { warn: (_, message) => void logged.push(message) },
  });
  return { calls, logged };
}

describe('flushOnce', () => {
  it('measures the cost up to the time of the read model, and requests jobs', async () => {
    const { calls, logged } = await flush(async () => 7);
    expect(calls).toEqual(['measure 7', 'request jobs']);
    expect(logged).toEqual([]);
  });

  it('requests jobs although the database does not take a row of the read model', async () => {
    const { calls, logged } = await flush(() => Promise.reject(new RangeError('a row')));
    expect(calls).toEqual(['request jobs']);
    expect(logged).toEqual(['writing the read model failed; retrying']);
  });

  it('requests jobs although the cost cannot be measured', async () => {
    const { calls, logged } = await flush(async () => 7, 'measure');
    expect(calls).toEqual(['measure 7', 'request jobs']);
    expect(logged).toEqual(['measuring the cost failed; retrying']);
  });

  it('does nothing more while the cluster cache is not in sync', async () => {
    expect((await flush(async () => null)).calls).toEqual([]);
  });
});
