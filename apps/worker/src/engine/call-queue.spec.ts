import { describe, expect, it } from 'vitest';
import { CallQueue } from './call-queue.js';

describe('queued calls of the engine', () => {
  it('are taken by urgency, pods first and disruption plans and costs last, then in order of arrival', () => {
    const queue = new CallQueue<string>();
    queue.push('costs', 'AnalyzeCost');
    queue.push('plan a', 'Plan');
    queue.push('plan b', 'Plan');
    queue.push('validate c', 'Validate');
    queue.push('solve d', 'Solve');
    queue.push('plan e', 'Plan');
    queue.push('simulate h', 'Simulate');
    queue.push('validate f', 'Validate');
    queue.push('static g', 'PlanStatic');
    const taken = Array.from({ length: 9 }, () => queue.take());
    const [pods, others] = ['solve d static g', 'validate c simulate h validate f'];
    expect(taken.join(' ')).toBe(`${pods} ${others} plan a plan b plan e costs`);
    expect(queue.take()).toBeUndefined();
  });
});
