import { describe, expect, it } from 'vitest';
import { toTimeline } from './timeline.js';

const at = '2026-11-21T14:00:00Z';

describe('toTimeline', () => {
  it('has a title for each event, and names actors other than Kerf', () => {
    expect(
      toTimeline([
        { at, kind: 'Proposed', actor: 'kerf', data: {} },
        { at, kind: 'Approved', actor: 'mara', data: { comment: 'ok' } },
      ]),
    ).toEqual([
      { number: 1, at, title: 'Proposed', actor: undefined, details: [] },
      { number: 2, at, title: 'Approved', actor: 'mara', details: ['“ok”'] },
    ]);
  });

  it('has a title for each step of the execution, and shows the code of unknown steps', () => {
    const titles = toTimeline([
      { at, kind: 'ExecutionStarted', actor: 'kerf', data: { step: 'MarkedForDeletion' } },
      { at, kind: 'StepDone', actor: 'kerf', data: { step: 'Tainted', nodeName: 'ip-1' } },
      { at, kind: 'StepDone', actor: 'kerf', data: { step: 'Painted' } },
      { at, kind: 'StepDone', actor: 'kerf', data: {} },
    ]).map(({ title, details }) => [title, ...details]);
    expect(titles).toEqual([
      ['Execution started', 'Drain started'],
      ['Nodes tainted: no new pods are scheduled there', 'ip-1'],
      ['Painted'],
      ['Step completed'],
    ]);
  });

  it('compares the expected price with the actual one', () => {
    const [same, changed] = toTimeline([
      {
        at,
        kind: 'NodeClaimLaunched',
        actor: 'kerf',
        data: { expectedUsdPerHour: '0.1122', actualUsdPerHour: '0.1122' },
      },
      {
        at,
        kind: 'NodeClaimLaunched',
        actor: 'kerf',
        data: {
          nodeClaimId: 'ncl_1',
          expectedUsdPerHour: '0.1122',
          actualUsdPerHour: '0.124',
        },
      },
    ]);
    expect(same?.details).toEqual(['$0.1122/h']);
    expect(changed?.details).toEqual(['ncl_1', '$0.1240/h, expected $0.1122/h']);
  });

  it('shows which nodes remain, and why', () => {
    const [entry] = toTimeline([
      {
        at,
        kind: 'Superseded',
        actor: 'kerf',
        data: {
          dropped: [
            {
              nodeName: 'ip-1',
              reasons: [{ code: 'NOT_EMPTY', pods: 4, message: '4 pods run on the node' }],
            },
          ],
        },
      },
    ]);
    expect(entry?.details).toEqual(['ip-1 stays: 4 pods run on the node']);
  });

  it('keeps an event with an unknown kind or unknown data', () => {
    expect(toTimeline([{ at, kind: 'Teleported', actor: 'kerf', data: 'odd' }])).toEqual([
      { number: 1, at, title: 'Teleported', actor: undefined, details: [] },
    ]);
  });
});
