import { anEmptyCommand } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { toEventView, toMoves, toTerminateFirst } from './decision.mapper.js';

describe('toEventView', () => {
  it('has the words of the reasons for which nodes stay', () => {
    const reason = { code: 'NOT_EMPTY', pods: 4 } as const;
    const dropped = [{ nodeName: 'node-a', reasons: [reason] }];
    const view = toEventView({ at: 0, kind: 'Superseded', actor: 'kerf', data: { dropped } });
    expect(view.data).toEqual({
      dropped: [
        { nodeName: 'node-a', reasons: [{ ...reason, message: '4 pods run on the node' }] },
      ],
    });
  });
});

describe('a decision that removes a node before its replacement', () => {
  const command = anEmptyCommand({
    method: 'StaticDrift',
    reason: 'Drifted',
    moves: [
      { podUid: 'uid-1', pod: 'shop/web-1', from: 'ip-10-0-0-1', to: null },
      { podUid: 'uid-2', pod: 'shop/api-1', from: 'ip-10-0-0-1', to: 'ip-10-0-0-2' },
    ],
    terminateFirst: { code: 'NODE_LIMIT_REACHED', nodePool: 'batch', limit: 3 },
  });
  const body = { type: 'Disrupt', command, budgets: [] } as const;

  it('says why, how many pods wait, and for about how long', () => {
    expect(toTerminateFirst(body)).toEqual({
      code: 'NODE_LIMIT_REACHED',
      message:
        'No replacement can be launched first: NodePool batch has reached its limit of 3 nodes. 1 pod waits about 3 minutes for a new node after the drain.',
      pods: 1,
      waitMs: 180_000,
    });
    expect(toMoves(body).map(({ to }) => to)).toEqual([null, 'ip-10-0-0-2']);
  });

  it('differs from one that needs no replacement', () => {
    const { terminateFirst: _, ...other } = command;
    expect(toTerminateFirst({ ...body, command: other })).toBeNull();
    expect(toTerminateFirst(undefined)).toBeNull();
  });
});
