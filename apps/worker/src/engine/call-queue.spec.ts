import { describe, expect, it } from 'vitest';
import { CallQueue } from './call-queue.js';

describe('queued calls of the engine', () => {
  it('are taken in order of arrival, urgent ones first', () => {
    const queue = new CallQueue<string>();
    queue.push('plan a', { isUrgent: false });
    queue.push('plan b', { isUrgent: false });
    queue.push('validate c', { isUrgent: true });
    queue.push('plan d', { isUrgent: false });
    queue.push('validate e', { isUrgent: true });
    const taken = Array.from({ length: 6 }, () => queue.take());
    expect(taken).toEqual(['validate c', 'validate e', 'plan a', 'plan b', 'plan d', undefined]);
  });
});
