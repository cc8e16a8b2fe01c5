import { describe, expect, it } from 'vitest';
import { Slots } from './slots.js';

describe('slots', () => {
  it('are taken in the order of the calls, as many at a time as there are', async () => {
    const slots = new Slots(2);
    const entered: string[] = [];
    const enter = async (name: string): Promise<() => void> => {
      const leave = await slots.enter();
      entered.push(name);
      return leave;
    };
    const [first, second, third, fourth] = ['a', 'b', 'c', 'd'].map(enter);
    const leaveFirst = await first;
    const leaveSecond = await second;
    expect(entered).toEqual(['a', 'b']);
    leaveSecond?.();
    const leaveThird = await third;
    expect(entered).toEqual(['a', 'b', 'c']);
    for (const leave of [leaveFirst, leaveThird]) leave?.();
    (await fourth)?.();
    await enter('e');
    expect(entered).toEqual(['a', 'b', 'c', 'd', 'e']);
  });
});
