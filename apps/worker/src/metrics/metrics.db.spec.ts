import { interruptionKinds, type NodeClaimTermination } from '@kerf/application';
import { AppError, annotationKeys } from '@kerf/core';
import { createPrismaStore, createReadQueries, type Database } from '@kerf/db';
import type { LaunchReason } from '@kerf/engine';
import { createMetrics } from '@kerf/telemetry';
import {
  aCluster,
  aDecision,
  aNodeClaimRecord,
  aNodePoolDefinition,
  aNodeRow,
  aPodRow,
  aRevisionOf,
  FakeCloud,
} from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHealthServer } from '../process/health-server.js';
import { openTestDatabase } from '../testing/test-database.js';
import { createInterruptionMetrics } from './interruption-metrics.js';
import { registerLedgerMetrics } from './ledger-metrics.js';
import { measureCloud } from './measure.js';
import { createPodMetrics, registerBuildInfo } from './worker-metrics.js';

const clusterId = 'clu_1';
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
    aNodeClaimRecord({ clusterId, id: 'ncl_2', state: 'Terminated', termination }),
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
    leaving('ncl_register', { reason: 'RegistrationTimeout' }),
    failed('ncl_ice', { code: 'INSUFFICIENT_CAPACITY', offerings: 1, detail: '' }),
    failed('ncl_class', { code: 'NODE_CLASS_NOT_READY', nodeClass: 'default', detail: '' }),
    failed('ncl_refused', { code: 'LAUNCH_REFUSED', detail: '' }),
    failed('ncl_withheld', { code: 'LAUNCH_WITHHELD', detail: '' }),
  ]);
  await store.readModel.applyNodes(clusterId, [aNodeRow({ clusterId, name: 'ip-1' })], []);
  await store.readModel.applyPods(
    clusterId,
    [
      aPodRow({ clusterId, uid: 'u1', name: 'web-1', phase: 'Pending', nodeName: null }),
      aPodRow({ clusterId, uid: 'u2', name: 'web-2', phase: 'Bound', nodeName: 'ip-1' }),
    ],
    [],
  );
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

/** Names without their prefix, and those of their labels that Kerf has. Source: karpenter @v1.14.1. */
const upstream: ReadonlyMap<string, readonly string[]> = new Map([
  ['build_info', ['version']],
  ['cloudprovider_duration_seconds', ['method', 'provider']],
  ['cloudprovider_errors_total', ['method', 'provider', 'error']],
  ['cluster_state_node_count', []],
  ['cluster_state_synced', []],
  ['cluster_utilization_percent', ['resource_type']],
  ['interruption_deleted_messages_total', []],
  ['interruption_message_queue_duration_seconds', []],
  ['interruption_received_messages_total', ['message_type']],
  ['nodeclaims_created_total', ['reason', 'nodepool', 'min_values_relaxed']],
  ['nodeclaims_disrupted_total', ['reason', 'nodepool', 'capacity_type']],
  ['nodeclaims_terminated_total', ['nodepool', 'capacity_type', 'zone']],
  ['nodepools_allowed_disruptions', ['nodepool', 'reason']],
  ['nodepools_cost_total', ['nodepool']],
  ['nodepools_limit', ['nodepool', 'resource_type']],
  ['nodepools_usage', ['nodepool', 'resource_type']],
  ['nodes_allocatable', ['node_name', 'nodepool', 'resource_type']],
  ['nodes_current_lifetime_seconds', ['node_name', 'nodepool']],
  ['nodes_total_pod_requests', ['node_name', 'nodepool', 'resource_type']],
  ['pods_bound_duration_seconds', []],
  ['pods_startup_duration_seconds', []],
  ['pods_unbound_time_seconds', ['namespace', 'name']],
  ['scheduler_queue_depth', []],
  ['scheduler_unschedulable_pods_count', []],
]);

describe('metrics of a worker', () => {
  it('report the ledger of the clusters that it holds, over HTTP', async () => {
    const metrics = createMetrics();
    registerLedgerMetrics(metrics, createReadQueries(database), () => [clusterId]);
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
        'karpenter_nodeclaims_disrupted_total{cluster="prod",nodepool="default",capacity_type="spot",reason="garbage_collected"} 1',
        'kerf_unused_anticipation_dollars_total{cluster="prod",nodepool="anticipated"} 0.02',
        'kerf_decisions{cluster="prod",kind="Provision",state="AwaitingApproval"} 1',
        'karpenter_cluster_state_node_count{cluster="prod"} 1',
        'karpenter_cluster_state_synced{cluster="prod"} 1',
        'karpenter_scheduler_unschedulable_pods_count{cluster="prod"} 0',
        'karpenter_scheduler_queue_depth{cluster="prod"} 0',
        'karpenter_nodepools_usage{cluster="prod",nodepool="default",resource_type="cpu"} 4',
        'karpenter_nodepools_usage{cluster="prod",nodepool="default",resource_type="nodes"} 2',
        'karpenter_nodepools_limit{cluster="prod",nodepool="default",resource_type="cpu"} 1.5',
        'karpenter_nodepools_limit{cluster="prod",nodepool="default",resource_type="memory"} 2147483648',
        'karpenter_nodepools_limit{cluster="prod",nodepool="default",resource_type="nodes"} 3',
        'karpenter_nodes_allocatable{cluster="prod",nodepool="default",node_name="ip-1",resource_type="cpu"} 1.9',
        'karpenter_nodes_allocatable{cluster="prod",nodepool="default",node_name="ip-1",resource_type="pods"} 29',
        'karpenter_nodes_total_pod_requests{cluster="prod",nodepool="default",node_name="ip-1",resource_type="memory"} 700',
        'karpenter_cluster_utilization_percent{cluster="prod",resource_type="cpu"} 50',
        'karpenter_cluster_utilization_percent{cluster="prod",resource_type="memory"} 10',
      ]),
    );
    const disrupted = lines.flatMap(
      (line) =>
        /^karpenter_nodeclaims_disrupted_total{.*nodepool="(?!default).*reason="(\w+)"} 1$/.exec(
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
      lines.some((line) => /^karpenter_nodes_current_lifetime_seconds{.*"ip-1"} \d/.test(line)),
    ).toBe(true);
    expect(lines.filter((line) => line.startsWith('karpenter_pods_unbound_time_seconds{'))).toEqual(
      [expect.stringMatching(/{cluster="prod",namespace="\w+",name="web-1"} \d/)],
    );
    expect(lines.filter((line) => /elsewhere|nodepools_limit.*unlimited/.test(line))).toEqual([]);
  });

  it("have Karpenter's labels if they have Karpenter's prefix", async () => {
    const metrics = createMetrics();
    registerLedgerMetrics(metrics, createReadQueries(database), () => [clusterId]);
    registerBuildInfo(metrics);
    createPodMetrics(metrics)('prod')({ until: 'Bound', waitedMs: 1 });
    const counts = createInterruptionMetrics(metrics)('prod');
    counts.received('SpotInterrupted', 500);
    counts.deleted(1);
    const cloud = measureCloud(metrics, new FakeCloud(() => 0));
    await cloud.getInstance(null, 'i-1');
    const samples = [...(await metrics.text()).matchAll(/^karpenter_([a-z_]+)(?:{(.*)})? /gm)];
    expect(samples.length).toBeGreaterThan(20);
    const strangers = samples.flatMap(([, name = '', labels = '']) => {
      const known = upstream.get(name.replace(/_(bucket|sum|count)$/, '')) ?? upstream.get(name);
      if (known === undefined) return [name];
      const missing = known.filter((label) => !labels.includes(`${label}="`));
      return missing.map((label) => `${name} without ${label}`);
    });
    expect(strangers).toEqual([]);
  });

  it('report how long pods were pending, and the version', async () => {
    const metrics = createMetrics();
    registerBuildInfo(metrics);
    const observe = createPodMetrics(metrics)('prod');
    observe({ until: 'Bound', waitedMs: 40_000 });
    observe({ until: 'Ready', waitedMs: 55_000 });
    const lines = (await metrics.text()).split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^karpenter_build_info{version="\d+\.\d+\.\d+.*"} 1$/),
        'karpenter_pods_bound_duration_seconds_sum{cluster="prod"} 40',
        'karpenter_pods_startup_duration_seconds_sum{cluster="prod"} 55',
        'karpenter_pods_startup_duration_seconds_count{cluster="prod"} 1',
      ]),
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
