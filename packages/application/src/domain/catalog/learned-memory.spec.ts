import { describe, expect, it } from 'vitest';
import { LearnedMemories, learnedMemoryMs } from './learned-memory.js';

const reported = (memoryBytes: number, instanceType = 'm5.large', imageId = 'ami-1') => ({
  instanceType,
  imageId,
  memoryBytes,
});

describe('learned memory', () => {
  it('is the smallest value of each instance type and image', () => {
    const memories = new LearnedMemories();
    memories.record([reported(8), reported(7), reported(9)], 0);
    memories.record([reported(4, 'c5.large'), reported(6, 'm5.large', 'ami-2')], 1);
    expect(memories.values).toEqual([
      reported(4, 'c5.large'),
      reported(7),
      reported(6, 'm5.large', 'ami-2'),
    ]);
  });

  it('is the same list until a value changes', () => {
    const memories = new LearnedMemories();
    memories.record([reported(7)], 0);
    const { values } = memories;
    memories.record([reported(7), reported(8)], 1);
    expect(memories.values).toBe(values);
    memories.record([reported(6)], 2);
    expect(memories.values).toEqual([reported(6)]);
  });

  it('holds for 60 days after a node reported it', () => {
    const memories = new LearnedMemories();
    memories.record([reported(7)], 0);
    memories.record([reported(7)], 10);
    memories.record([reported(8)], learnedMemoryMs + 9);
    expect(memories.values).toEqual([reported(7)]);
    memories.record([reported(8)], learnedMemoryMs + 10);
    expect(memories.values).toEqual([reported(8)]);
    memories.record([], 3 * learnedMemoryMs);
    expect(memories.values).toEqual([]);
  });
});
