import { describe, expect, it } from 'vitest';
import { CallQueue } from './call-queue.js';

describe('queued calls of the engine', () => {
  it('are taken by urgency, pods first and disruption plans last, then in order of arrival', () => {
    const queue = new CallQueue<string>();
    queue.push('plan a', 'Plan');
    queue.push('plan b', 'Plan');
    queue.push('validate c', 'Validate');
    queue.push('solve d', 'Solve');
    queue.push('plan e', 'Plan');
    queue.push('validate f', 'Validate');
    queue.push('static g', 'PlanStatic');
    const taken = Array.from({ length: 7 }, () => queue.take());
    const [pods, validations] = ['solve d static g', 'validate c validate f'];
    expect(taken.join(' ')).toBe(`${pods} ${validations} plan a plan b plan e`);
    expect(queue.take()).toBeUndefined();
  });
});
