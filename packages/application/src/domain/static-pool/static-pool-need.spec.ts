import { describe, expect, it } from 'vitest';
import { staticPoolNeed } from './static-pool-need.js';

const claims = (held: number, replaced = 0, leaving = 0, launching = 0) => ({
  held,
  launching,
  replaced,
  leaving,
});
const need = (lacking: number, surplus = 0, toLaunch = lacking) => ({ lacking, toLaunch, surplus });

describe('staticPoolNeed', () => {
  it.each([
    ['lacks all replicas at first', { replicas: 3 }, claims(0), need(3)],
    ['lacks the missing replicas', { replicas: 3 }, claims(2), need(1)],
    ['lacks nothing with all replicas', { replicas: 3 }, claims(3), need(0)],
    ['lacks nothing with zero replicas', { replicas: 0 }, claims(0), need(0)],
    ['launches 1,000 nodes at a time', { replicas: 2_000 }, claims(0), need(2_000, 0, 1_000)],
    [
      'launches no more than 1,000 nodes at a time, those of earlier decisions included',
      { replicas: 2_000_000_000 },
      claims(1_400, 0, 0, 900),
      need(1_999_998_600, 0, 100),
    ],
    [
      'waits while 1,000 nodes are being launched',
      { replicas: 3_000 },
      claims(1_002, 0, 0, 1_002),
      need(1_998, 0, 0),
    ],
    ['has the NodeClaims beyond its replicas as surplus', { replicas: 1 }, claims(3), need(0, 2)],
    ['has all NodeClaims as surplus with zero replicas', { replicas: 0 }, claims(2), need(0, 2)],
    ['lacks no more than its limit of nodes allows', { replicas: 5, nodes: 4 }, claims(1), need(3)],
    [
      'counts terminating nodes toward its limit',
      { replicas: 3, nodes: 3 },
      claims(1, 0, 1),
      need(1),
    ],
    ['lacks nothing at its limit', { replicas: 5, nodes: 2 }, claims(2), need(0)],
    [
      'lacks nothing beyond a limit that was lowered',
      { replicas: 5, nodes: 1 },
      claims(2),
      need(0),
    ],
    ['lacks nothing with a limit of zero nodes', { replicas: 2, nodes: 0 }, claims(0), need(0)],
    ['does not replace a terminating node twice', { replicas: 3 }, claims(3, 0, 1), need(0)],
    [
      'does not count a node that is being replaced as missing',
      { replicas: 3 },
      claims(3, 1),
      need(0),
    ],
    ['has no surplus while a node is being replaced', { replicas: 3 }, claims(4, 1), need(0)],
    [
      'has the surplus beside a node that is being replaced',
      { replicas: 3 },
      claims(6, 1),
      need(0, 2),
    ],
  ])('%s', (_what, { replicas, nodes }: { replicas: number; nodes?: number }, has, expected) => {
    const limits = nodes === undefined ? {} : { nodes: String(nodes) };
    expect(staticPoolNeed({ limits, replicas }, has)).toEqual(expected);
  });
});
