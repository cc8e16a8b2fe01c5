import type { Command } from '@kerf/engine';
import { describe, expect, it } from 'vitest';
import { terminateFirstText } from './terminate-first-text.js';

const move = (pod: string, to: string | null) => ({ podUid: pod, pod, from: 'a', to });
const textOf = (moves: Command['moves']) =>
  terminateFirstText({ code: 'NODE_LIMIT_REACHED', nodePool: 'batch', limit: 3 }, { moves });

describe('the text of a command that removes a node before its replacement', () => {
  it('says why no replacement is launched first, how many pods wait, and about how long', () => {
    expect(textOf([move('shop/web', null), move('shop/api', null), move('shop/db', 'b')])).toBe(
      'No replacement can be launched first: NodePool batch has reached its limit of 3 nodes. 2 pods wait about 3 minutes for a new node after the drain.',
    );
    expect(textOf([move('shop/web', null)])).toContain('1 pod waits about 3 minutes');
    expect(textOf([])).toContain('No pod waits for it.');
  });

  it('names a full capacity reservation', () => {
    const cause = { code: 'RESERVATION_FULL', reservations: ['cr-1'] } as const;
    expect(terminateFirstText(cause, { moves: [] })).toContain(
      'no free instance in the capacity reservations cr-1',
    );
  });
});
