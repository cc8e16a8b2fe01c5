import { describe, expect, it } from 'vitest';
import { toEventView } from './decision.mapper.js';

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
