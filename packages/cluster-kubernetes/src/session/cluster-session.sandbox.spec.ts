import type { ClusterEvents, ClusterView } from '@kerf/application';
import { invariant } from '@kerf/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../testing/eventually.js';
import { loopbackEndpoints } from '../testing/loopback-endpoints.js';
import { quickTiming } from '../testing/quick-timing.js';
import {
  aBudget,
  aDaemonSet,
  aDeployment,
  prerequisites,
  SandboxCluster,
} from '../testing/sandbox-cluster.js';
import type { SessionTiming } from '../watch/timing.js';
import { type ClusterSession, createClusterSession } from './cluster-session.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let cluster: SandboxCluster;
let session: ClusterSession;
let provisionable: string[];

beforeEach(async () => {
  cluster = new SandboxCluster();
  await cluster.start();
  provisionable = [];
});

afterEach(async () => {
  await session.stop();
  await cluster.close();
});

const nothing = async (): Promise<void> => undefined;
const events: ClusterEvents = {
  podsProvisionable: async (_clusterId, pods) => {
    provisionable.push(...pods.map(({ name }) => name));
  },
  nodesChanged: nothing,
  podsMoved: nothing,
  definitionChanged: nothing,
  nodeClaimChanged: nothing,
  connectionChanged: nothing,
};

function watch(timing: Partial<SessionTiming> = {}): void {
  session = createClusterSession({
    details: cluster.details,
    tokens: cluster.tokens,
    events,
    clock: { now: () => Date.now() },
    endpoints: loopbackEndpoints,
    timing: { ...quickTiming, ...timing },
  });
  session.start();
}

const isOverlays = ({ metadata }: (typeof prerequisites)[number]): boolean =>
  metadata?.name === 'nodeoverlays.karpenter.sh';

/** A cluster with these CRDs only. */
async function restartWith(applied: typeof prerequisites): Promise<void> {
  await cluster.close();
  cluster = new SandboxCluster(undefined, applied);
  await cluster.start();
}

/** Waits until the view satisfies the predicate. */
async function cached(check: (view: ClusterView) => void): Promise<void> {
  await eventually(() => check(session.view()));
}

const boundPods = ({ nodes }: ClusterView): readonly string[] =>
  nodes
    .flatMap(({ pods }) => pods.filter(({ spec }) => spec.labels['app'] === 'web'))
    .map(({ name }) => name);

describe('a session with the API server of the sandbox', () => {
  it('notifies about provisionable pods, and sees them bound', async () => {
    watch();
    cluster.apply(aDeployment('web', 3));
    await cached(({ pendingPods }) => {
      expect(pendingPods.map((each) => each.isProvisionable)).toEqual([true, true, true]);
      expect(pendingPods[0]).toMatchObject({ ownerKind: 'ReplicaSet' });
      expect(pendingPods[0]?.schedulerMessage).toContain('no nodes available');
    });
    await eventually(() => expect(new Set(provisionable).size).toBe(3));
    const name = cluster.bootNode(1);
    await cached((view) => {
      expect(view.pendingPods).toEqual([]);
      expect(boundPods(view)).toHaveLength(3);
      const [node] = view.nodes;
      expect(node).toMatchObject({ name, isReady: true, isCordoned: false, taints: [] });
      expect(node?.providerId).toMatch(/^aws:\/\/\/us-east-1a\/i-/);
      expect(node?.allocatable['cpu']).toBeGreaterThan(3_000);
      expect(node?.labels['node.kubernetes.io/instance-type']).toBe('m5.xlarge');
    });
    expect(session.findings()).toEqual([]);
  });

  it('misses nothing when watches end', async () => {
    watch({ watchMs: 1_000 });
    await cached(({ namespaces }) => expect(namespaces.length).toBeGreaterThan(0));
    cluster.bootNode(1);
    for (let round = 0; round < 3; round += 1) {
      const signs = session.health().map(({ lastEventAt: lastSignAt }) => lastSignAt ?? 0);
      const latest = Math.max(...signs);
      await eventually(() => {
        for (const { lastEventAt: lastSignAt } of session.health())
          expect(lastSignAt).toBeGreaterThan(latest);
      });
      cluster.apply(aDeployment('web', round + 1));
      await cached((view) => expect(boundPods(view)).toHaveLength(round + 1));
    }
  });

  it('lists again when the resource version is too old', async () => {
    cluster.bootNode(1);
    cluster.apply(aDeployment('web', 2));
    watch();
    await cached((view) => expect(boundPods(view)).toHaveLength(2));
    // Its creation is not in the history of the new server: only a list contains it.
    await cluster.restart(() =>
      cluster.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'unseen' } }),
    );
    await cached((view) => {
      expect(view.namespaces.map(({ name }) => name)).toContain('unseen');
      expect(boundPods(view)).toHaveLength(2);
    });
  });

  it('caches PodDisruptionBudgets and DaemonSets', async () => {
    cluster.apply(aDeployment('web', 2), aBudget('web', 'web'), aDaemonSet('agent'));
    cluster.bootNode(1);
    watch();
    await cached(({ podDisruptionBudgets, daemonSets }) => {
      expect(daemonSets).toMatchObject([{ name: 'agent' }]);
      expect(podDisruptionBudgets).toMatchObject([
        { namespace: 'default', name: 'web', disruptionsAllowed: 1 },
      ]);
    });
  });

  it('sees the volumes of pods attached to their node, and detached when the pods are gone', async () => {
    const storage = { requests: { storage: '1Gi' } };
    const claim = {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'data', namespace: 'default' },
      spec: { storageClassName: 'gp3', accessModes: ['ReadWriteOnce'], resources: storage },
    };
    const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }];
    const attached = ({ nodes }: ClusterView) => nodes.flatMap((node) => node.volumeAttachments);
    cluster.apply(
      {
        apiVersion: 'storage.k8s.io/v1',
        kind: 'StorageClass',
        metadata: { name: 'gp3' },
        provisioner: 'ebs.csi.aws.com',
        volumeBindingMode: 'WaitForFirstConsumer',
      },
      claim,
      aDeployment('web', 1, volumes),
    );
    cluster.bootNode(1);
    watch();
    await cached((view) =>
      expect(attached(view)).toEqual([
        { volume: expect.stringMatching(/^pvc-/), claim: 'default/data' },
      ]),
    );
    cluster.apply(aDeployment('web', 0, volumes));
    await cached((view) => {
      expect(boundPods(view)).toEqual([]);
      expect(attached(view)).toEqual([]);
    });
  });

  it('works without the NodeOverlay CRD, and reads NodeOverlays once it exists', async () => {
    const [definition, ...others] = prerequisites.toSorted((a) => (isOverlays(a) ? -1 : 1));
    invariant(definition !== undefined && isOverlays(definition), 'there is a CRD of overlays');
    await restartWith(others);
    watch();
    await cached(({ nodeOverlays, unreadableKinds }) => {
      expect(nodeOverlays).toEqual([]);
      expect(unreadableKinds).toEqual([]);
    });
    cluster.apply(definition);
    const spec = {
      requirements: [{ key: 'kubernetes.io/arch', operator: 'In', values: ['arm64'] }],
      priceAdjustment: '-10%',
    };
    cluster.apply({
      apiVersion: 'karpenter.sh/v1alpha1',
      kind: 'NodeOverlay',
      metadata: { name: 'arm' },
      spec,
    });
    await cached(({ nodeOverlays }) =>
      expect(nodeOverlays).toMatchObject([{ name: 'arm', generation: 1, spec }]),
    );
    const [before] = session.view().nodeOverlays;
    await cached(({ nodeOverlays }) => expect(nodeOverlays[0]).toBe(before));
  });

  it('watches all resources soon after their CRDs are applied', async () => {
    const isCrd = ({ kind }: (typeof prerequisites)[number]): boolean =>
      kind === 'CustomResourceDefinition';
    await restartWith(prerequisites.filter((object) => !isCrd(object)));
    watch({ extraAbsentMs: 3_600_000 });
    await cached(({ namespaces }) => expect(namespaces.length).toBeGreaterThan(0));
    cluster.apply(...prerequisites.filter(isCrd));
    await eventually(() => {
      const phases = session.health().map(({ resource, phase }) => `${resource.plural} ${phase}`);
      expect(phases.filter((phase) => !phase.endsWith('Watching'))).toEqual([]);
    });
  });

  it('works with RBAC from before NodeOverlays, and reports it', async () => {
    const withoutOverlays = JSON.stringify(
      prerequisites.filter(({ kind }) => kind === 'ClusterRole'),
    ).replaceAll('"nodeoverlays"', '"unknown"');
    const roles: typeof prerequisites = JSON.parse(withoutOverlays);
    await restartWith([...prerequisites.filter(({ kind }) => kind !== 'ClusterRole'), ...roles]);
    watch();
    await cached(({ namespaces, nodeOverlays, unreadableKinds }) => {
      expect(namespaces.length).toBeGreaterThan(0);
      expect(nodeOverlays).toEqual([]);
      expect(unreadableKinds).toEqual(['nodeoverlays.karpenter.sh']);
    });
  });
});
