import { AppError } from '@kerf/core';
import { createPrismaStore, createReadQueries, type Database, openFreshDatabase } from '@kerf/db';
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
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startHealthServer } from '../health-server.js';
import { registerBuildInfo } from './build-info.js';
import { createInterruptionMetrics } from './interruption-metrics.js';
import { registerLedgerMetrics } from './ledger-metrics.js';
import { measureCloud } from './measure.js';
import { createPodMetrics } from './pod-metrics.js';

const migrations = new URL('../../../../prisma/migrations', import.meta.url).pathname;
const clusterId = 'clu_1';
let database: Database;

beforeAll(async () => {
  database = await openFreshDatabase(inject('databaseUrl'), migrations);
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
  await store.nodeClaims.insert([
    aNodeClaimRecord({ clusterId, id: 'ncl_1', decisionId: 'dec_1' }),
    aNodeClaimRecord({ clusterId, id: 'ncl_2', state: 'Terminated', termination }),
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

describe('metrics of a worker', () => {
  it('say what the ledger knows of the clusters it holds, over HTTP', async () => {
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
        'karpenter_nodeclaims_created_total{cluster="prod",nodepool="default",reason="provision"} 1',
        'karpenter_nodeclaims_created_total{cluster="prod",nodepool="default",reason="adopted"} 1',
        'karpenter_nodeclaims_terminated_total{cluster="prod",nodepool="default",capacity_type="spot",zone="us-east-1a"} 1',
        'karpenter_nodeclaims_disrupted_total{cluster="prod",nodepool="default",capacity_type="spot",reason="garbage_collected"} 1',
        'kerf_decisions{cluster="prod",kind="Provision",state="AwaitingApproval"} 1',
        'karpenter_cluster_state_node_count{cluster="prod"} 1',
        'karpenter_cluster_state_synced{cluster="prod"} 1',
        'karpenter_scheduler_unschedulable_pods_count{cluster="prod"} 0',
        'karpenter_scheduler_queue_depth{cluster="prod"} 0',
        'karpenter_nodepools_usage{cluster="prod",nodepool="default",resource_type="cpu"} 2',
        'karpenter_nodepools_usage{cluster="prod",nodepool="default",resource_type="nodes"} 1',
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
    expect(
      lines.some((line) => /^karpenter_nodes_current_lifetime_seconds{.*"ip-1"} \d/.test(line)),
    ).toBe(true);
    expect(lines.filter((line) => line.startsWith('karpenter_pods_unbound_time_seconds{'))).toEqual(
      [expect.stringMatching(/{cluster="prod",namespace="\w+",name="web-1"} \d/)],
    );
    expect(lines.filter((line) => /elsewhere|nodepools_limit.*unlimited/.test(line))).toEqual([]);
  });

  it('say how long pods waited, and which version runs', async () => {
    const metrics = createMetrics();
    registerBuildInfo(metrics);
    const told = createPodMetrics(metrics)('prod');
    told({ until: 'Bound', waitedMs: 40_000 });
    told({ until: 'Ready', waitedMs: 55_000 });
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

  it('time the calls of the cloud, and count their failures by code', async () => {
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

  it('count what the interruption queue brings', async () => {
    const metrics = createMetrics();
    const counts = createInterruptionMetrics(metrics)('prod');
    counts.received('SpotInterrupted', 500);
    counts.received('Malformed', null);
    counts.deleted(2);
    counts.handled('SpotInterrupted', 'Drained');
    const lines = (await metrics.text()).split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'karpenter_interruption_received_messages_total{cluster="prod",message_type="SpotInterrupted"} 1',
        'karpenter_interruption_received_messages_total{cluster="prod",message_type="Malformed"} 1',
        'karpenter_interruption_deleted_messages_total{cluster="prod"} 2',
        'karpenter_interruption_message_queue_duration_seconds_count{cluster="prod"} 1',
        'kerf_interruption_warnings_total{cluster="prod",kind="SpotInterrupted",result="Drained"} 1',
      ]),
    );
  });
});
