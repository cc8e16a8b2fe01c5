import type { FleetEvent } from '@kerf/db';
import { describe, expect, it } from 'vitest';
import { groupActivity } from './group-activity.js';

const minute = 60_000;

const place = { clusterId: 'clu_1', clusterName: 'prod', nodePools: ['spot'] };
type Notice = Extract<FleetEvent, { readonly type: 'Interruption' }>;
type Step = Extract<FleetEvent, { readonly type: 'Decision' }>;

const notice = (node: number, fields: Partial<Notice> = {}): Notice => ({
  ...place,
  type: 'Interruption',
  at: node * 1_000,
  interruptionId: `int_${node}`,
  decisionId: 'dec_drain',
  interruptionKind: 'SpotInterrupted',
  nodeName: `ip-${node}`,
  podCount: 2,
  outcome: 'Drained',
  ...fields,
});
const step = (event: Step['event'], at: number, fields: Partial<Step> = {}): Step => ({
  ...place,
  type: 'Decision',
  at,
  decisionId: 'dec_1',
  decisionKind: 'Consolidate',
  event,
  actor: 'kerf',
  nodeCount: 3,
  podCount: 9,
  costChangeMicroUsdPerHour: -500_000,
  ...fields,
});

describe('activity', () => {
  it('has one row for interruption notices that come together, with the names of the nodes', () => {
    const rows = groupActivity([notice(2), notice(1), notice(3, { nodePools: ['batch'] })]);
    expect(rows).toEqual([
      {
        id: 'int_1',
        kind: 'Interruption',
        severity: 'Info',
        clusterId: 'clu_1',
        clusterName: 'prod',
        nodePools: ['batch', 'spot'],
        firstAt: 1_000,
        lastAt: 3_000,
        actors: [],
        decisionId: null,
        decisionKind: null,
        decisionEvent: null,
        interruptionKind: 'SpotInterrupted',
        nodeNames: ['ip-1', 'ip-2', 'ip-3'],
        nodeCount: 3,
        podCount: 6,
        drainedNodes: 3,
        drainingNodes: 0,
        lostNodes: 0,
        costChange: null,
      },
    ]);
  });

  it('counts a node with several notices once, by the last one', () => {
    const [row] = groupActivity([
      notice(1, { outcome: 'Draining' }),
      notice(1, { at: 2_000, interruptionId: 'int_1b' }),
    ]);
    expect(row).toMatchObject({ nodeCount: 1, podCount: 2, drainingNodes: 0 });
  });

  it('separates notices by kind, by cluster, and by ten minutes without one', () => {
    const at = 10 * minute + 1_000;
    const ids = (events: readonly FleetEvent[]) => groupActivity(events).map(({ id }) => id);
    expect(ids([notice(1), notice(2, { at })])).toEqual(['int_1']);
    expect(ids([notice(1), notice(2, { at: at + 1 })])).toEqual(['int_2', 'int_1']);
    expect(ids([notice(1), notice(2, { clusterId: 'clu_2' })])).toEqual(['int_2', 'int_1']);
    expect(ids([notice(1), notice(2, { interruptionKind: 'ScheduledChange' })])).toEqual([
      'int_2',
      'int_1',
    ]);
  });

  it('is critical for lost pods, and a warning while nodes are drained', () => {
    expect(groupActivity([notice(1), notice(2, { outcome: 'Draining' })])).toMatchObject([
      { severity: 'Warning', drainingNodes: 1 },
    ]);
    expect(groupActivity([notice(1, { outcome: 'PodsLost' }), notice(2)])).toMatchObject([
      { severity: 'Critical', lostNodes: 1 },
    ]);
  });

  it('leaves out the decision that drains interrupted nodes, unless it failed', () => {
    const drain = { decisionId: 'dec_drain', decisionKind: 'Interrupt' } as const;
    expect(groupActivity([notice(1), step('Executed', 5_000, drain)])).toHaveLength(1);
    expect(groupActivity([notice(1), step('Failed', 5_000, drain)])).toMatchObject([
      { id: 'dec_drain', kind: 'Interruption', severity: 'Warning' },
      { id: 'int_1' },
    ]);
    const other = { ...drain, decisionId: 'dec_other' };
    expect(groupActivity([notice(1), step('Executed', 5_000, other)])).toHaveLength(2);
  });

  it('has one row for a decision, with its last step and the people who took part', () => {
    const rows = groupActivity([
      step('Executed', 3_000),
      step('ApprovalRequested', 1_000),
      step('Approved', 2_000, { actor: 'ada' }),
    ]);
    expect(rows).toMatchObject([
      {
        id: 'dec_1',
        kind: 'Removal',
        severity: 'Info',
        firstAt: 1_000,
        lastAt: 3_000,
        actors: ['ada'],
        decisionEvent: 'Executed',
        nodeCount: 3,
        costChange: -500_000,
      },
    ]);
  });

  it('is a warning for a decision that awaits approval, and for a launch that failed in part', () => {
    expect(groupActivity([step('ApprovalRequested', 1_000)])).toMatchObject([
      { severity: 'Warning' },
    ]);
    const launch = { decisionKind: 'Provision' } as const;
    expect(
      groupActivity([
        step('NodeClaimLaunchFailed', 1_000, launch),
        step('Executed', 2_000, launch),
      ]),
    ).toMatchObject([{ kind: 'Launch', severity: 'Warning', decisionEvent: 'Executed' }]);
  });

  it('has the latest row first', () => {
    const rows = groupActivity([
      step('Executed', 1_000),
      step('Executed', 9_000, { decisionId: 'dec_2' }),
      notice(5),
    ]);
    expect(rows.map(({ id }) => id)).toEqual(['dec_2', 'int_5', 'dec_1']);
  });
});
