import { describe, expect, it } from 'vitest';
import { groupCommit } from './group-commit.js';

/** Writes that end when the spec lets them, as it lets them. */
function controlled() {
  const groups: (readonly number[])[] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const hand = groupCommit<number>((group) => {
    groups.push(group);
    const end = Promise.withResolvers<void>();
    ends.push(end);
    return end.promise;
  });
  return { groups, ends, hand };
}

describe('groupCommit', () => {
  it('writes what came meanwhile together, after what is being written', async () => {
    const { groups, ends, hand } = controlled();
    const first = hand(1);
    await Promise.resolve();
    expect(groups).toEqual([[1]]);
    const rest = Promise.all([hand(2), hand(3)]);
    await Promise.resolve();
    expect(groups).toEqual([[1]]);
    ends[0]?.resolve();
    await first;
    await expect.poll(() => groups).toEqual([[1], [2, 3]]);
    ends[1]?.resolve();
    expect(await rest).toHaveLength(2);
  });

  it('lets a group that fails fail for its own items only', async () => {
    const { groups, ends, hand } = controlled();
    const failing = hand(1);
    await Promise.resolve();
    const following = hand(2);
    ends[0]?.reject(new RangeError('no'));
    await expect(failing).rejects.toThrow('no');
    await expect.poll(() => groups).toEqual([[1], [2]]);
    ends[1]?.resolve();
    await expect(following).resolves.toBeUndefined();
  });
});
