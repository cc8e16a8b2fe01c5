import { describe, expect, it } from 'vitest';
import { groupCommit } from './group-commit.js';

/** Returns a group commit whose writes end when the spec settles them. */
function controlled() {
  const groups: (readonly number[])[] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const add = groupCommit<number>((group) => {
    groups.push(group);
    const end = Promise.withResolvers<void>();
    ends.push(end);
    return end.promise;
  });
  return { groups, ends, add };
}

describe('groupCommit', () => {
  it('writes items that arrive during a write as one group after it', async () => {
    const { groups, ends, add } = controlled();
    const first = add(1);
    await Promise.resolve();
    expect(groups).toEqual([[1]]);
    const rest = Promise.all([add(2), add(3)]);
    await Promise.resolve();
    expect(groups).toEqual([[1]]);
    ends[0]?.resolve();
    await first;
    await expect.poll(() => groups).toEqual([[1], [2, 3]]);
    ends[1]?.resolve();
    expect(await rest).toHaveLength(2);
  });

  it('rejects only the items of a group whose write fails', async () => {
    const { groups, ends, add } = controlled();
    const failing = add(1);
    await Promise.resolve();
    const following = add(2);
    ends[0]?.reject(new RangeError('no'));
    await expect(failing).rejects.toThrow('no');
    await expect.poll(() => groups).toEqual([[1], [2]]);
    ends[1]?.resolve();
    await expect(following).resolves.toBeUndefined();
  });
});
