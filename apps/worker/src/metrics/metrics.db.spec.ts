import {
  defaultClusterSettings,
  interruptionKinds,
  type NodeClaimTermination,
} from '@kerf/application';
import { AppError, annotationKeys, labelKeys } from '@kerf/core';
import { createPrismaStore, createReadQueries, type Database } from '@kerf/db';
import { type LaunchReason, noEvaluations, type Reason } from '@kerf/engine';
import { createMetrics } from '@kerf/system';
import {
  aCluster,
  aCostReport,
  aDecision,
  aNodeClaimRecord,
  aNodeClassDefinition,
  aNodePoolDefinition,
  aNodeRow,
  aPodRow,
  aRevisionOf,
  aSnapshot,
  FakeCloud,
  inlineEngine,
} from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHealthServer } from '../process/health-server.js';
import { openTestDatabase } from '../testing/test-database.js';
import { registerCostMetrics } from './cost-metrics.js';
import { createInterruptionMetrics } from './interruption-metrics.js';
import { registerLedgerMetrics } from './ledger-metrics.js';
import { measureBatches, measureCloud, measureEngine } from './measure.js';
import { registerNodeMetrics } from './node-metrics.js';
import { registerBuildInfo } from './worker-metrics.js';

const clusterId = 'clu_1';
const ofNode =
  'cluster="prod",nodepool="default",node_name="ip-1",arch="amd64",capacity_type="on-demand",instance_type="m5.large",os="linux",region="us-east-1",zone="us-east-1a",managed="true",windows_build="10.0.20348"';
let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
  const store = createPrismaStore(database);
  await store.clusters.insert(aCluster({ id: clusterId, name: 'prod' }));
  await store.clusters.insert(aCluster({ id: 'clu_2', name: 'elsewhere' }));
  await store.decisions.insert(aDecision({ clusterId, id: 'dec_1', kind: 'Provision' }), []);
  const termination = {
    step: 'InstanceGone',
    reason: 'GarbageCollected',
    startedAt: 0,
    deadline: null,
    waitingFor: null,
    stepAt: 0,
  } as const;
  const relaxed = { [annotationKeys.minValuesRelaxed]: 'true' };
  const replacement = aNodeClaimRecord({ clusterId, id: 'ncl_3', decisionId: 'dec_2' });
  const leaving = (id: string, over: Partial<NodeClaimTermination>) =>
    aNodeClaimRecord({
      clusterId,
      id,
      nodePool: 'leaving',
      state: 'Terminating',
      termination: { ...termination, ...over },
    });
  const failed = (id: string, failure: LaunchReason) =>
    aNodeClaimRecord({ clusterId, id, nodePool: 'failed', state: 'LaunchFailed', failure });
  await store.decisions.insert(aDecision({ clusterId, id: 'dec_2', kind: 'Consolidate' }), []);
  await store.nodeClaims.insert([
    aNodeClaimRecord({ clusterId, id: 'ncl_1', decisionId: 'dec_1' }),
    aNodeClaimRecord({ clusterId, id: 'ncl_2', state: 'Terminated', termination, registeredAt: 0 }),
    { ...replacement, plan: { ...replacement.plan, annotations: relaxed } },
    ...(['expected-pod/ReplicaSet/shop/web/0', 'uid-web-1'] as const).map((podUid, index) => {
      const claim = aNodeClaimRecord({
        clusterId,
        id: `ncl_anticipated_${index}`,
        nodePool: 'anticipated',
        state: 'Terminated',
        launchedAt: 0,
        terminatedAt: 1_800_000,
      });
      return { ...claim, plan: { ...claim.plan, podUids: [podUid] } };
    }),
    ...interruptionKinds.map((interruption) =>
      leaving(`ncl_${interruption}`, { reason: 'Interrupted', interruption }),
    ),
    leaving('ncl_user', { reason: 'DeletedByUser' }),
    {
      ...leaving('ncl_empty', {
        reason: 'Empty',
        consolidationPolicy: 'WhenEmptyOrUnderutilized',
        reschedulablePods: 0,
      }),
      nodePool: 'emptied',
      terms: { expireAfter: '720h', terminationGracePeriod: '1h30m' },
    },
    {
      ...leaving('ncl_merged', {
        reason: 'Underutilized',
        consolidationPolicy: 'Balanced',
        reschedulablePods: 7,
      }),
      nodePool: 'merged',
      terms: { expireAfter: '720h', terminationGracePeriod: '0h0s' },
    },
    leaving('ncl_register', { reason: 'RegistrationTimeout' }),
    failed('ncl_ice', { code: 'INSUFFICIENT_CAPACITY', offerings: 1, detail: '' }),
    failed('ncl_class', { code: 'NODE_CLASS_NOT_READY', nodeClass: 'default', detail: '' }),
    failed('ncl_refused', { code: 'LAUNCH_REFUSED', detail: '' }),
    failed('ncl_withheld', { code: 'LAUNCH_WITHHELD', detail: '' }),
  ]);
  const drift = { reason: 'AMIDrift', definitionHash: 'ami-2', since: 0 };
  await store.nodeClaims.setDrifts(
    clusterId,
    ['ncl_1', 'ncl_2'].map((id) => ({ id, drift })),
  );
  const labels = {
    [labelKeys.os]: 'linux',
    [labelKeys.region]: 'us-east-1',
    'node.kubernetes.io/windows-build': '10.0.20348',
    'karpenter.k8s.aws/instance-cpu': '2',
    'karpenter.k8s.aws/instance-memory': '8192',
  };
  await store.readModel.applyNodes(clusterId, [aNodeRow({ clusterId, name: 'ip-1', labels })], []);
  await store.readModel.saveBudgets(clusterId, 0, [
    {
      nodePool: 'default',
      reason: 'Empty',
      nodes: 4,
      disrupting: 1,
      allowed: 2,
      limitingBudget: null,
      changesAt: null,
    },
  ]);
  const offering = { instanceType: 'm5.large', zone: 'us-east-1a', code: 'UnfulfillableCapacity' };
  const soon = Date.now() + 3_600_000;
  const unavailable = [
    { ...offering, capacityType: 'spot' },
    { ...offering, capacityType: 'on-demand', placementGroupId: 'pg-1' },
  ] as const;
  await store.catalog.markUnavailable(clusterId, unavailable, soon);
  const past = [{ ...offering, instanceType: 'm5.xlarge', capacityType: 'spot' }] as const;
  await store.catalog.markUnavailable(clusterId, past, 0);
  await store.cost.saveReport(clusterId, 0, aCostReport());
  await store.readModel.applyPods(
    clusterId,
    [
      aPodRow({ clusterId, uid: 'u1', name: 'web-1', phase: 'Pending', nodeName: null }),
      aPodRow({ clusterId, uid: 'u2', name: 'web-2', phase: 'Bound', nodeName: 'ip-1' }),
      ...['agent', 'logs'].map((name) =>
        aPodRow({
          clusterId,
          uid: name,
          name,
          phase: 'Bound',
          nodeName: 'ip-1',
          isDaemon: true,
          requests: { cpu: 150 },
        }),
      ),
    ],
    [],
  );
  const refused = (podUid: string, reason: Reason) => ({
    clusterId,
    podUid,
    evaluatedAt: 0,
    batchId: 'bat_1',
    verdict: {
      kind: 'Unschedulable' as const,
      reasons: [reason],
      byNodePool: [],
      queuePosition: 0,
    },
  });
  await store.readModel.applyPods(
    clusterId,
    ['invalid', 'tainted'].map((uid) =>
      aPodRow({ clusterId, uid, name: uid, phase: 'Pending', createdAt: Date.now() }),
    ),
    [],
  );
  await store.readModel.saveVerdicts([
    refused('invalid', { code: 'POD_INVALID', problem: 'VOLUME', detail: 'volume data is lost' }),
    refused('tainted', { code: 'NO_NODE_POOL' }),
  ]);
  const nodeClass = aNodeClassDefinition({ clusterId, name: 'default' });
  await store.definitions.insert(nodeClass, aRevisionOf(nodeClass));
  const { resolution } = nodeClass;
  if (resolution !== null) {
    await store.definitions.saveResolution(nodeClass, { ...resolution, userDataBytes: 5_000 });
  }
  for (const [name, limits] of [
    ['default', { cpu: '1500m', memory: '2Gi', nodes: '3' }],
    ['unlimited', {}],
  ] as const) {
    const pool = aNodePoolDefinition({ clusterId, name });
    const limited = { ...pool, spec: { ...pool.spec, limits } };
    await store.definitions.insert(limited, aRevisionOf(limited));
  }
});
afterAll(() => database.close());

describe('metrics of a worker', () => {
  it('report the ledger of the clusters that it holds, over HTTP', async () => {
    const metrics = createMetrics();
    const queries = createReadQueries(database);
    registerLedgerMetrics(metrics, queries, () => [clusterId]);
    registerNodeMetrics(metrics, queries, () => [clusterId]);
    registerCostMetrics(metrics, queries, () => [clusterId]);
    const server = await startHealthServer(
      { KERF_WORKER_HEALTH_PORT: 0, KERF_LISTEN_ADDRESS: '127.0.0.1' },
      { metrics, check: () => Promise.resolve({}) },
    );
    const response = await fetch(`http://127.0.0.1:${server.port}/metrics`);
    const lines = (await response.text()).split('\n');
    await server.close();
    expect(response.headers.get('content-type')).toContain('text/plain');
    expect(lines).toEqual(
      expect.arrayContaining([
        'karpenter_nodeclaims_created_total{cluster="prod",nodepool="default",reason="provisioned",min_values_relaxed="false"} 1',
        'karpenter_nodeclaims_created_total{cluster="prod",nodepool="default",reason="underutilized",min_values_relaxed="true"} 1',
        'karpenter_nodeclaims_created_total{cluster="prod",nodepool="default",reason="adopted",min_values_relaxed="false"} 1',
        'karpenter_nodeclaims_terminated_total{cluster="prod",nodepool="default",capacity_type="spot",zone="us-east-1a"} 1',
        'karpenter_nodeclaims_disrupted_total{cluster="prod",nodepool="default",capacity_type="spot",reason="garbage_collected",consolidation_policy="",termination_mode="graceful"} 1',
        'karpenter_nodeclaims_disrupted_total{cluster="prod",nodepool="emptied",capacity_type="spot",reason="empty",consolidation_policy="when_empty_or_underutilized",termination_mode="eventual"} 1',
        'karpenter_nodeclaims_disrupted_total{cluster="prod",nodepool="merged",capacity_type="spot",reason="underutilized",consolidation_policy="balanced",termination_mode="forceful"} 1',
        'karpenter_pods_disruption_initiated_total{cluster="prod",nodepool="merged",capacity_type="spot",reason="underutilized",consolidation_policy="balanced",termination_mode="forceful"} 7',
        'kerf_cost_dollars_per_hour{cluster="prod"} 0.4',
        'kerf_cost_lower_bound_dollars_per_hour{cluster="prod"} 0.3',
        'kerf_cost_held_back_dollars_per_hour{cluster="prod",cause="pod_disruption_budget"} 0.1',
        'kerf_cost_lower_bound_part_dollars_per_hour{cluster="prod",cause="node_pool_requirements"} 0.05',
        'kerf_unused_anticipation_dollars_total{cluster="prod",nodepool="anticipated"} 0.02',
        'kerf_nodeclaims_drifted{cluster="prod",nodepool="default",reason="AMIDrift"} 1',
        'kerf_decisions{cluster="prod",kind="Provision",state="AwaitingApproval"} 1',
        'karpenter_cluster_state_node_count{cluster="prod"} 1',
        'karpenter_cluster_state_synced{cluster="prod"} 1',
        'karpenter_scheduler_unschedulable_pods_count{cluster="prod"} 2',
        'karpenter_scheduler_ignored_pods_count{cluster="prod"} 1',
        'karpenter_scheduler_queue_depth{cluster="prod"} 0',
        'karpenter_nodepools_usage{cluster="prod",nodepool="default",resource_type="cpu"} 4',
        'karpenter_nodepools_usage{cluster="prod",nodepool="default",resource_type="nodes"} 2',
        'karpenter_nodepools_limit{cluster="prod",nodepool="default",resource_type="cpu"} 1.5',
        'karpenter_nodepools_limit{cluster="prod",nodepool="default",resource_type="memory"} 2147483648',
        'karpenter_nodepools_limit{cluster="prod",nodepool="default",resource_type="nodes"} 3',
        `karpenter_nodes_allocatable{${ofNode},resource_type="cpu"} 1.9`,
        `karpenter_nodes_allocatable{${ofNode},resource_type="pods"} 29`,
        `karpenter_nodes_total_pod_requests{${ofNode},resource_type="memory"} 700`,
        `karpenter_nodes_total_daemon_requests{${ofNode},resource_type="cpu"} 0.3`,
        `karpenter_nodes_system_overhead{${ofNode},resource_type="cpu"} 0.1`,
        `karpenter_nodes_system_overhead{${ofNode},resource_type="memory"} 1000`,
        'karpenter_nodes_created_total{cluster="prod",nodepool="default",zone="us-east-1a"} 1',
        'karpenter_nodes_terminated_total{cluster="prod",nodepool="default",zone="us-east-1a"} 1',
        'karpenter_nodes_drained_total{cluster="prod",nodepool="default"} 1',
        'karpenter_nodepools_nodes_consuming_budgets{cluster="prod",nodepool="default",reason="empty"} 1',
        'karpenter_ec2nodeclasses_userdata_bytes{cluster="prod",nodeclass="default"} 5000',
        'karpenter_cluster_state_unsynced_time_seconds{cluster="prod"} 0',
        'karpenter_scheduler_unfinished_work_seconds{cluster="prod"} 0',
        'karpenter_cloudprovider_instance_type_cpu_cores{cluster="prod",instance_type="m5.large"} 2',
        'karpenter_cloudprovider_instance_type_memory_bytes{cluster="prod",instance_type="m5.large"} 8589934592',
        'karpenter_cloudprovider_instance_type_offering_available{cluster="prod",instance_type="m5.large",capacity_type="on-demand",zone="us-east-1a"} 1',
        'karpenter_cloudprovider_instance_type_offering_available{cluster="prod",instance_type="m5.large",capacity_type="spot",zone="us-east-1a"} 0',
        'karpenter_cloudprovider_instance_type_offering_price_estimate{cluster="prod",instance_type="m5.large",capacity_type="on-demand",zone="us-east-1a"} 0.096',
        'karpenter_cluster_utilization_percent{cluster="prod",resource_type="cpu"} 50',
        'karpenter_cluster_utilization_percent{cluster="prod",resource_type="memory"} 10',
      ]),
    );
    const disrupted = lines.flatMap(
      (line) =>
        /^karpenter_nodeclaims_disrupted_total{.*nodepool="(?:leaving|failed)".*reason="(\w+)".*} 1$/.exec(
          line,
        )?.[1] ?? [],
    );
    expect(disrupted.toSorted()).toEqual(
      [
        'capacity_reservation_interrupted',
        'instance_stopped',
        'instance_terminated',
        'rebalance_recommendation',
        'scheduled_change',
        'spot_interrupted',
        'registration_timeout',
        'insufficient_capacity',
        'launch_timeout',
        'nodeclass_not_ready',
      ].toSorted(),
    );
    expect(
      lines.some((line) => line.startsWith(`karpenter_nodes_current_lifetime_seconds{${ofNode}} `)),
    ).toBe(true);
    for (const [name, pods] of [
      ['unbound', ['invalid', 'tainted', 'web-1']],
      ['provisioning_scheduling_undecided', ['web-1']],
    ] as const) {
      const prefix = `karpenter_pods_${name}_time_seconds{`;
      expect(lines.filter((line) => line.startsWith(prefix)).toSorted()).toEqual(
        pods.map((pod) =>
          expect.stringMatching(new RegExp(`{cluster="prod",namespace="\\w+",name="${pod}"} \\d`)),
        ),
      );
    }
    const unwanted = /elsewhere|nodepools_limit.*unlimited|m5\.xlarge/;
    expect(lines.filter((line) => unwanted.test(line))).toEqual([]);
  });

  it('report the version', async () => {
    const metrics = createMetrics();
    registerBuildInfo(metrics);
    expect((await metrics.text()).split('\n')).toContainEqual(
      expect.stringMatching(/^karpenter_build_info{version="\d+\.\d+\.\d+.*"} 1$/),
    );
  });

  it('measure calls of the cloud, and count failures by code', async () => {
    const metrics = createMetrics();
    const fake = new FakeCloud(() => 0);
    fake.listInstances = () =>
      Promise.reject(new AppError({ code: 'CLOUD.RATE_LIMITED', message: 'slow down' }));
    const cloud = measureCloud(metrics, fake);
    await cloud.getInstance(null, 'i-1');
    await expect(cloud.listInstances()).rejects.toMatchObject({ code: 'CLOUD.RATE_LIMITED' });
    const lines = (await metrics.text()).split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'karpenter_cloudprovider_duration_seconds_count{method="getInstance",provider="aws"} 1',
        'karpenter_cloudprovider_errors_total{method="listInstances",provider="aws",error="CLOUD.RATE_LIMITED"} 1',
      ]),
    );
  });

  it('measure the calls of EC2 that join requests', async () => {
    const metrics = createMetrics();
    const observe = measureBatches(metrics);
    observe({ batcher: 'describe_instances', cluster: 'prod', size: 3, openMs: 20 });
    observe({ batcher: 'describe_instances', cluster: 'prod', size: 1, openMs: 20 });
    const lines = (await metrics.text()).split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'karpenter_cloudprovider_batcher_batch_size_sum{cluster="prod",batcher="describe_instances"} 4',
        'karpenter_cloudprovider_batcher_batch_time_seconds_count{cluster="prod",batcher="describe_instances"} 2',
      ]),
    );
  });

  it('measure the engine by cluster', async () => {
    const metrics = createMetrics();
    const engine = measureEngine(metrics, inlineEngine);
    const snapshot = { ...aSnapshot().build(), clusterName: 'prod' };
    await engine.solve(snapshot, defaultClusterSettings);
    await engine.planDisruption(snapshot, noEvaluations);
    const lines = (await metrics.text()).split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'karpenter_scheduler_scheduling_duration_seconds_count{cluster="prod",controller="provisioner",outcome="ok"} 1',
        'karpenter_voluntary_disruption_decision_evaluation_duration_seconds_count{cluster="prod",method="planDisruption",outcome="ok"} 1',
      ]),
    );
  });

  it('count messages of the interruption queue', async () => {
    const metrics = createMetrics();
    const counts = createInterruptionMetrics(metrics)('prod');
    counts.received('SpotInterrupted', 500);
    counts.received('RebalanceRecommended', 500);
    counts.received('Malformed', null);
    counts.received('Other', null);
    counts.deleted(2);
    counts.handled('SpotInterrupted', 'Drained');
    const lines = (await metrics.text()).split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'karpenter_interruption_received_messages_total{cluster="prod",message_type="spot_interrupted"} 1',
        'karpenter_interruption_received_messages_total{cluster="prod",message_type="rebalance_recommendation"} 1',
        'karpenter_interruption_received_messages_total{cluster="prod",message_type="no_op"} 2',
        'karpenter_interruption_deleted_messages_total{cluster="prod"} 2',
        'karpenter_interruption_message_queue_duration_seconds_count{cluster="prod"} 2',
        'kerf_interruption_warnings_total{cluster="prod",kind="SpotInterrupted",result="Drained"} 1',
      ]),
    );
  });
});
