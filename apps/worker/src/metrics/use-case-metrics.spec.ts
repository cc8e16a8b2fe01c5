import type { Cluster, Measurement } from '@kerf/application';
import { createLogger, createMetrics } from '@kerf/system';
import { aCluster, aNodeClaimRecord, anEmptyCommand, aPlannedClaim } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { createUseCaseMeter } from './use-case-metrics.js';

const log = createLogger({ name: 'spec', level: 'silent' });
const termination = {
  step: 'InstanceGone',
  reason: 'Drifted',
  startedAt: 60_000,
  deadline: null,
  waitingFor: null,
  stepAt: 0,
} as const;
const claim = aNodeClaimRecord({
  clusterId: 'clu_1',
  id: 'ncl_1',
  state: 'Terminated',
  termination,
  registeredAt: 0,
  terminatedAt: 90_000,
});
const empty = anEmptyCommand();
const replace = {
  ...empty,
  method: 'MultiNodeConsolidation',
  reason: 'Underutilized',
  replacements: [aPlannedClaim()],
} as const;

/** Returns the values after these measurements of the cluster `prod`, without those of buckets. */
async function valuesOf(
  measurements: readonly Measurement[],
  find = (): Promise<Cluster | null> => Promise.resolve(aCluster({ id: 'clu_1', name: 'prod' })),
): Promise<readonly string[]> {
  const metrics = createMetrics();
  const meter = createUseCaseMeter(metrics, { find }, log);
  meter.record('clu_1', measurements);
  await new Promise((resolve) => setImmediate(resolve));
  const lines = (await metrics.text()).split('\n');
  return lines.filter((line) => line.startsWith('karpenter_') && !/_bucket\{/.test(line));
}

describe('the meter of use cases', () => {
  it('counts commands, their failures and dropped nodes', async () => {
    expect(
      await valuesOf([
        { kind: 'CommandStarted', command: empty },
        { kind: 'CommandFailed', command: replace, replacements: 1 },
        { kind: 'CommandFailed', command: { ...replace, method: 'Regrouping' }, replacements: 2 },
        { kind: 'ValidationFailed', command: empty, nodes: 2 },
      ]),
    ).toEqual([
      'karpenter_voluntary_disruption_decisions_total{cluster="prod",decision="delete",reason="empty",consolidation_type="empty"} 1',
      'karpenter_voluntary_disruption_decisions_by_nodepool_total{cluster="prod",decision="delete",reason="empty",consolidation_type="empty",nodepool="default"} 1',
      'karpenter_voluntary_disruption_failed_validations_total{cluster="prod",consolidation_type="empty"} 2',
      'karpenter_voluntary_disruption_queue_failures_total{cluster="prod",decision="replace",reason="underutilized",consolidation_type="multi"} 1',
      'karpenter_voluntary_disruption_queue_failures_total{cluster="prod",decision="replace",reason="underutilized",consolidation_type="regrouping"} 2',
    ]);
  });

  it('137: has the nodes with pods whose deletion cost changes, and the outcomes', async () => {
    const planned = (nodes: readonly (readonly [string, number])[]) =>
      ({ kind: 'DeletionCostsPlanned', nodes: new Map(nodes) }) as const;
    const answers = ['Written', 'Written', 'Gone', 'Changed', 'Failed'] as const;
    const answered = answers.map((answer) => ({ kind: 'DeletionCostAnswered', answer }) as const);
    const gauge = 'karpenter_pod_deletion_cost_nodes_with_pending_annotation_writes';
    const total = 'karpenter_pod_deletion_cost_pod_annotation_writes_total';
    expect(await valuesOf([planned([['old', 3]]), planned([['default', 2]]), ...answered])).toEqual(
      [
        `${total}{cluster="prod",result="updated"} 2`,
        `${total}{cluster="prod",result="skipped_notfound"} 1`,
        `${total}{cluster="prod",result="skipped_conflict"} 1`,
        `${total}{cluster="prod",result="error"} 1`,
        `${gauge}{cluster="prod",nodepool="default"} 2`,
      ],
    );
    expect(await valuesOf([planned([['default', 2]]), planned([])])).toEqual([]);
  });

  it('counts commands that remove a node before its replacement, by cause', async () => {
    const terminateFirst = {
      code: 'NODE_LIMIT_REACHED',
      nodePool: 'default',
      limit: 3,
    } as const;
    const command = { ...empty, method: 'StaticDrift', reason: 'Drifted', terminateFirst } as const;
    expect(await valuesOf([{ kind: 'CommandStarted', command }])).toEqual([
      'karpenter_voluntary_disruption_decisions_total{cluster="prod",decision="terminate-first",reason="drifted",consolidation_type=""} 1',
      'karpenter_voluntary_disruption_decisions_by_nodepool_total{cluster="prod",decision="terminate-first",reason="drifted",consolidation_type="",nodepool="default"} 1',
      'karpenter_voluntary_disruption_terminate_first_decisions_total{cluster="prod",nodepool="default",reason="drifted",terminate_first_reason="static-at-limit"} 1',
    ]);
  });

  it('129: has the nodes that may be disrupted, and the scores of NodePools', async () => {
    const move = { nodePool: 'default', policy: 'Balanced', isApproved: true, score: 1.5 };
    expect(
      await valuesOf([
        {
          kind: 'DisruptionEvaluated',
          eligible: [{ reason: 'Empty', nodes: 3 }],
          moves: [
            move,
            { ...move, isApproved: false, score: 0.25 },
            { ...move, nodePool: 'plain', policy: 'WhenEmpty', score: null },
          ],
        },
      ]),
    ).toEqual([
      'karpenter_consolidation_moves_total{cluster="prod",decision="approved",nodepool="default",policy="Balanced"} 1',
      'karpenter_consolidation_moves_total{cluster="prod",decision="rejected",nodepool="default",policy="Balanced"} 1',
      'karpenter_consolidation_moves_total{cluster="prod",decision="approved",nodepool="plain",policy="WhenEmpty"} 1',
      'karpenter_consolidation_score_sum{cluster="prod",decision="approved",nodepool="default",policy="Balanced"} 1.5',
      'karpenter_consolidation_score_count{cluster="prod",decision="approved",nodepool="default",policy="Balanced"} 1',
      'karpenter_consolidation_score_sum{cluster="prod",decision="rejected",nodepool="default",policy="Balanced"} 0.25',
      'karpenter_consolidation_score_count{cluster="prod",decision="rejected",nodepool="default",policy="Balanced"} 1',
      'karpenter_voluntary_disruption_eligible_nodes{cluster="prod",reason="empty"} 3',
    ]);
  });

  it('counts offerings without capacity, and instances that were not terminated', async () => {
    const offering = {
      instanceType: 'm5.large',
      zone: 'us-east-1a',
      capacityType: 'spot',
    } as const;
    const code = 'InsufficientInstanceCapacity';
    expect(
      await valuesOf([
        { kind: 'OfferingsUnavailable', offerings: [{ ...offering, code }] },
        { kind: 'InstanceTerminationFailed', claim },
      ]),
    ).toEqual([
      'karpenter_cloudprovider_instance_launch_failures_total{cluster="prod",zone="us-east-1a",capacity_type="spot",reason="InsufficientInstanceCapacity"} 1',
      'karpenter_cloudprovider_instance_termination_failures_total{cluster="prod",zone="us-east-1a"} 1',
    ]);
  });

  it('measures reboots, and counts their commands', async () => {
    const repair = {
      action: 'Reboot',
      condition: 'A',
      status: 'False',
      since: 0,
      drainMs: 0,
    } as const;
    const candidate = {
      nodeName: 'a',
      nodeClaimId: 'ncl_a',
      nodePool: 'default',
      instanceType: null,
      zone: null,
      capacityType: null,
      priceMicroUsdPerHour: null,
      daemonPods: 0,
      repair,
    };
    const reboot = {
      ...empty,
      method: 'Repair',
      reason: 'Unhealthy',
      candidates: [candidate],
    } as const;
    expect(
      await valuesOf([
        { kind: 'CommandStarted', command: reboot },
        { kind: 'RebootEnded', result: 'succeeded', tookMs: 90_000, recoveryMs: 60_000 },
        { kind: 'RebootEnded', result: 'recovery_timeout', tookMs: 1_500_000, recoveryMs: null },
      ]),
    ).toEqual([
      'karpenter_voluntary_disruption_decisions_total{cluster="prod",decision="reboot",reason="unhealthy",consolidation_type=""} 1',
      'karpenter_voluntary_disruption_decisions_by_nodepool_total{cluster="prod",decision="reboot",reason="unhealthy",consolidation_type="",nodepool="default"} 1',
      'karpenter_nodes_reboots_total{cluster="prod",result="succeeded"} 1',
      'karpenter_nodes_reboots_total{cluster="prod",result="recovery_timeout"} 1',
      'karpenter_nodes_reboot_duration_seconds_sum{cluster="prod",result="succeeded"} 90',
      'karpenter_nodes_reboot_duration_seconds_count{cluster="prod",result="succeeded"} 1',
      'karpenter_nodes_reboot_duration_seconds_sum{cluster="prod",result="recovery_timeout"} 1500',
      'karpenter_nodes_reboot_duration_seconds_count{cluster="prod",result="recovery_timeout"} 1',
      'karpenter_nodes_reboot_recovery_duration_seconds_sum{cluster="prod"} 60',
      'karpenter_nodes_reboot_recovery_duration_seconds_count{cluster="prod"} 1',
    ]);
  });

  it('measures the end of a node', async () => {
    expect(
      await valuesOf([
        { kind: 'EvictionAnswered', answer: 'Accepted' },
        { kind: 'EvictionAnswered', answer: 'Blocked' },
        { kind: 'PodDrained', reason: 'Drifted' },
        { kind: 'InstanceTerminated', claim, tookMs: 4_000 },
        { kind: 'NodeClaimTerminated', claim },
        { kind: 'NodeRepaired', claim, condition: 'Ready' },
        { kind: 'InstanceUnhealthy', category: 'system_status' },
      ]),
    ).toEqual([
      'karpenter_nodeclaims_termination_duration_seconds_sum{cluster="prod",nodepool="default"} 30',
      'karpenter_nodeclaims_termination_duration_seconds_count{cluster="prod",nodepool="default"} 1',
      'karpenter_nodeclaims_instance_termination_duration_seconds_sum{cluster="prod",nodepool="default"} 4',
      'karpenter_nodeclaims_instance_termination_duration_seconds_count{cluster="prod",nodepool="default"} 1',
      'karpenter_nodes_termination_duration_seconds_sum{cluster="prod",nodepool="default"} 30',
      'karpenter_nodes_termination_duration_seconds_count{cluster="prod",nodepool="default"} 1',
      'karpenter_nodes_lifetime_duration_seconds_sum{cluster="prod",nodepool="default"} 90',
      'karpenter_nodes_lifetime_duration_seconds_count{cluster="prod",nodepool="default"} 1',
      `karpenter_nodeclaims_unhealthy_disrupted_total{cluster="prod",condition="Ready",nodepool="default",capacity_type="spot",image_id="${claim.instance?.imageId}"} 1`,
      'karpenter_interruption_instance_status_unhealthy_total{cluster="prod",category="system_status"} 1',
      'karpenter_pods_eviction_requests_total{cluster="prod",code="200"} 1',
      'karpenter_pods_eviction_requests_total{cluster="prod",code="429"} 1',
      'karpenter_pods_drained_total{cluster="prod",reason="Drifted"} 1',
    ]);
  });

  it.each([
    ['was removed', () => Promise.resolve(null)],
    ['cannot be read', () => Promise.reject(new Error('the database is gone'))],
  ])('drops measurements of a cluster that %s', async (_which, find) => {
    expect(await valuesOf([{ kind: 'PodDrained', reason: 'Empty' }], find)).toEqual([]);
  });
});
