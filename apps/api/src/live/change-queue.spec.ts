import { describe, expect, it } from 'vitest';
import { ChangeQueue } from './change-queue.js';
import type { ChangeView } from './change-view.js';

const change = (version: number): ChangeView => ({
  topic: 'nodes',
  clusterId: 'clu_1',
  id: null,
  version,
  position: null,
});

describe('a queue of changes', () => {
  it('gives changes in their order, also later ones', async () => {
    const queue = new ChangeQueue(() => undefined);
    queue.push(change(1));
    queue.push(change(2));
    expect((await queue.next()).value).toEqual(change(1));
    expect((await queue.next()).value).toEqual(change(2));
    const next = queue.next();
    queue.push(change(3));
    expect((await next).value).toEqual(change(3));
  });

  it('merges changes into one of unknown topic if nobody reads for long', async () => {
    const queue = new ChangeQueue(() => undefined);
    for (let version = 1; version <= 1_001; version += 1) queue.push(change(version));
    expect((await queue.next()).value).toEqual({
      topic: 'UNKNOWN',
      clusterId: null,
      id: null,
      position: null,
      version: 1_001,
    });
  });

  it('ends once, also under a reader that waits', async () => {
    let ends = 0;
    const queue = new ChangeQueue(() => {
      ends += 1;
    });
    const next = queue.next();
    await queue.return();
    await queue.return();
    expect(await next).toEqual({ value: undefined, done: true });
    expect((await queue.next()).done).toBe(true);
    expect(ends).toBe(1);
  });
});
