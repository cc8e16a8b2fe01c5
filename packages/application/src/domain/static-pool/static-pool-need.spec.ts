import { describe, expect, it } from 'vitest';
import { staticPoolNeed } from './static-pool-need.js';

const claims = (held: number, replaced = 0, leaving = 0) => ({ held, replaced, leaving });
const need = (lacking: number, surplus = 0) => ({ lacking, surplus });

describe('what a static pool needs', () => {
  it.each([
    ['all of its nodes at first', { replicas: 3 }, claims(0), need(3)],
    ['those that are missing', { replicas: 3 }, claims(2), need(1)],
    ['nothing when it has them', { replicas: 3 }, claims(3), need(0)],
    ['nothing when it wants none', { replicas: 0 }, claims(0), need(0)],
    ['those that are too many gone', { replicas: 1 }, claims(3), need(0, 2)],
    ['all gone at zero', { replicas: 0 }, claims(2), need(0, 2)],
    ['no more than its limit', { replicas: 5, nodes: 4 }, claims(1), need(3)],
    ['room that leaving nodes still take', { replicas: 3, nodes: 3 }, claims(1, 0, 1), need(1)],
    ['nothing at its limit', { replicas: 5, nodes: 2 }, claims(2), need(0)],
    ['nothing beyond a limit that was lowered', { replicas: 5, nodes: 1 }, claims(2), need(0)],
    ['nothing under a limit of none', { replicas: 2, nodes: 0 }, claims(0), need(0)],
    ['nothing bought for a leaving node twice', { replicas: 3 }, claims(3, 0, 1), need(0)],
    ['nothing in place of a node to be replaced', { replicas: 3 }, claims(3, 1), need(0)],
    ['nothing gone while one is replaced', { replicas: 3 }, claims(4, 1), need(0)],
    ['what is too many beside that gone', { replicas: 3 }, claims(6, 1), need(0, 2)],
  ])('%s', (_what, { replicas, nodes }: { replicas: number; nodes?: number }, has, expected) => {
    const limits = nodes === undefined ? {} : { nodes: String(nodes) };
    expect(staticPoolNeed({ limits, replicas }, has)).toEqual(expected);
  });
});
