import type { KubernetesObject, V1Condition, V1Node } from '@kubernetes/client-node';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { killAtSteps } from '../../testing/kill-at-steps.js';
import { LiveCluster } from '../../testing/live-cluster.js';
import { describeLong } from '../../testing/long-scenario.js';
import { inAllSources, readProviderIds } from '../../testing/provider-ids.js';
import { StepGate } from '../../testing/step-gate.js';

/* Effects of `kubectl apply` of a NodeClaim without a pool, in the sandbox, with the product's worker. */

/** A job whose worker was killed is run again after a minute at most, and three workers are killed in a row. */
const killingMs = 330_000;
vi.setConfig({ testTimeout: killingMs + 60_000, hookTimeout: 120_000 });

/** Steps before or after an external effect that is not recorded yet. */
const killedAt = [
  'decisions Provision Executing',
  'node_claims Launching',
  'node_claims Launched',
  'node_claims Terminated',
];

let live: LiveCluster;
let gate: StepGate;

beforeAll(async () => {
  live = await LiveCluster.open(inject('databaseUrl'), { workerId: 'standalone' });
  for (const [name, value] of Object.entries(live.fleet.awsEnvironment)) vi.stubEnv(name, value);
  gate = await StepGate.close(live.database.pool, killedAt);
});
afterAll(async () => {
  await live.worker.kill();
  gate.open();
  await live.close();
  vi.unstubAllEnvs();
});

interface NodeClaimObject extends KubernetesObject {
  readonly spec: Readonly<Record<string, unknown>>;
  readonly status?: {
    readonly nodeName?: string;
    readonly providerID?: string;
    readonly conditions?: readonly V1Condition[];
  };
}

const buildBox: NodeClaimObject = {
  apiVersion: 'karpenter.sh/v1',
  kind: 'NodeClaim',
  metadata: { name: 'build-box', labels: { team: 'web' } },
  spec: {
    nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
    requirements: [
      { key: 'karpenter.sh/capacity-type', operator: 'In', values: ['on-demand'] },
      { key: 'kubernetes.io/arch', operator: 'In', values: ['amd64'] },
    ],
    resources: { requests: { cpu: '3', memory: '6Gi' } },
    expireAfter: '24h',
  },
};

const readBox = (): Promise<NodeClaimObject> =>
  live.objects.read<NodeClaimObject>({
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodeClaim',
    metadata: { name: 'build-box' },
  });

const conditionOf = ({ status }: NodeClaimObject, type: string): V1Condition | undefined =>
  status?.conditions?.find((condition) => condition.type === type);

async function isReady(): Promise<boolean> {
  return conditionOf(await readBox(), 'Ready')?.status === 'True';
}

describeLong('a standalone NodeClaim that a user applies', () => {
  it('has conditions for what it waits for, and keeps its spec', async () => {
    await live.objects.create(buildBox);
    live.worker.start();
    await vi.waitFor(
      async () =>
        expect(conditionOf(await readBox(), 'Launched')).toMatchObject({
          status: 'False',
          reason: 'NodeClassNotReady',
          message: 'EC2NodeClass default not found',
        }),
      { timeout: killingMs, interval: 200 },
    );
    expect((await readBox()).spec).toEqual(buildBox.spec);
  });

  it('gets one Ready node that it allows, whenever the worker is killed', async () => {
    await live.create('exercise/node-class.yaml');
    expect(await killAtSteps(live, gate, { limitMs: killingMs, isDone: isReady })).toEqual(
      killedAt.slice(0, 3),
    );
    const { status, spec, metadata } = await readBox();
    expect(spec).toEqual(buildBox.spec);
    expect(metadata?.finalizers).toEqual(['karpenter.sh/termination']);
    expect(metadata?.labels).toMatchObject({
      team: 'web',
      'karpenter.sh/capacity-type': 'on-demand',
    });
    expect(await readProviderIds(live)).toEqual(inAllSources([status?.providerID ?? '']));
    const node = await live.objects.read<V1Node>({
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: status?.nodeName ?? '' },
    });
    expect(node.status?.conditions).toContainEqual(
      expect.objectContaining({ type: 'Ready', status: 'True' }),
    );
    expect(Number(node.metadata?.labels?.['karpenter.k8s.aws/instance-cpu'])).toBeGreaterThan(3);
    expect(node.metadata?.labels).toMatchObject({ team: 'web', 'kubernetes.io/arch': 'amd64' });
    expect(node.metadata?.labels).not.toHaveProperty(['karpenter.sh/nodepool']);
    const decisions = await live.database.prisma.decision.findMany();
    expect(decisions).toMatchObject([
      { kind: 'Provision', state: 'Executed', body: { standaloneClaim: 'build-box' } },
    ]);
    expect(decisions[0]?.costChangeMicroUsdPerHour).toBeGreaterThan(0);
  });

  it('removes node and instance when it is deleted, and can be applied again', async () => {
    const { metadata } = await readBox();
    await live.objects.delete(buildBox);
    const isGone = async (): Promise<boolean> =>
      (await readProviderIds(live)).instances.length === 0 &&
      (await live.store.nodeClaims.findByName(live.cluster.id, 'build-box'))?.state ===
        'Terminated';
    expect(await killAtSteps(live, gate, { limitMs: killingMs, isDone: isGone })).toEqual(
      killedAt.slice(3),
    );
    expect(await readProviderIds(live)).toEqual(inAllSources([]));
    await live.objects.create(buildBox);
    await vi.waitFor(async () => expect(await isReady()).toBe(true), {
      timeout: 240_000,
      interval: 500,
    });
    const again = await readBox();
    expect(again.metadata?.uid).not.toBe(metadata?.uid);
    expect(await readProviderIds(live)).toEqual(inAllSources([again.status?.providerID ?? '']));
  });
});
