import { invariant, taintKeys } from '@kerf/core';
import {
  aCluster,
  aDecision,
  aNodeClaimRecord,
  aNodeClassDefinition,
  aNodePoolDefinition,
  aNodeRow,
  aPause,
  aRevisionOf,
  aSpendLimit,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { checkBrakes } from '../brakes/check-brakes.js';
import { reconcileCapacityBuffers } from '../buffers/reconcile-capacity-buffers.js';
import { reportUnreachable } from '../clusters/report-unreachable.js';
import { holdNodeClasses } from '../definitions/hold-node-classes.js';
import { publishDefinitionStatus } from '../definitions/publish-definition-status.js';
import { reconcileDefinitions } from '../definitions/reconcile-definitions.js';
import { resolveNodeClass, resolveNodeClasses } from '../definitions/resolve-node-class.js';
import { planDisruption } from '../disruption/plan-disruption.js';
import { releaseStaleTaints } from '../disruption/release-stale-taints.js';
import { rollBack } from '../disruption/replacements.js';
import { defaultClusterSettings } from '../domain/cluster/cluster.js';
import type { NodePoolDefinition } from '../domain/definition/definition.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import { failuresOf } from '../domain/operation/sweep.js';
import { adoptNodeClaims } from '../node-claims/adopt-node-claims.js';
import { checkInstanceStatus } from '../node-claims/check-instance-status.js';
import { checkLiveness } from '../node-claims/check-liveness.js';
import { checkNodeHealth } from '../node-claims/check-node-health.js';
import { collectGarbage } from '../node-claims/collect-garbage.js';
import { expireNodeClaims } from '../node-claims/expire.js';
import { followReservations } from '../node-claims/follow-reservations.js';
import { observeNodes } from '../node-claims/observe-nodes.js';
import { publishNodeOverlays } from '../overlays/publish-node-overlays.js';
import type { Ports } from '../ports/ports.js';
import { recordStalls } from '../stalls/record-stalls.js';
import { reconcileStandaloneClaims } from '../standalone-claims/reconcile-standalone-claims.js';
import { reconcileStaticPools } from '../static-pools/reconcile-static-pools.js';
import { addNode, storeDecision } from '../testing/disruption-setup.js';
import { type RefusedCall, refusing } from '../testing/refusing.js';
import { addInstance } from '../testing/running-nodes.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';

const minute = 60_000;
const hour = 60 * minute;

/** A sweep over the objects `a` and `b`; the call that handles `a` is refused. */
interface SweepCase {
  readonly sweep: (setup: ClusterSetup, ports: Ports) => Promise<unknown>;
  readonly refused: RefusedCall;
  readonly given: (setup: ClusterSetup, name: 'a' | 'b') => unknown;
  /** Visible state of an object that has been handled, or not. */
  readonly seen: (setup: ClusterSetup, name: 'a' | 'b') => unknown;
  readonly handled: unknown;
  /** The kind of the object that is reported; default: NodeClaim. */
  readonly kind?: string;
  readonly cluster?: Parameters<typeof setUpCluster>[0];
}

const ofCluster =
  (sweep: (ports: Ports, clusterId: string) => Promise<unknown>): SweepCase['sweep'] =>
  ({ clusterId }, ports) =>
    sweep(ports, clusterId);
const withPayload =
  (
    sweep: (ports: Ports, input: { readonly clusterId: string }) => Promise<unknown>,
  ): SweepCase['sweep'] =>
  ({ clusterId }, ports) =>
    sweep(ports, { clusterId });

const claimState = async ({ store }: ClusterSetup, name: string) =>
  (await store.nodeClaims.find(`ncl_${name}`))?.state;
const instanceState = ({ cloud }: ClusterSetup, name: string) =>
  cloud.instances.get(`i-${name}`)?.state;
const conditionsOf = ({ cluster }: ClusterSetup, object: string) =>
  cluster.statuses.get(object)?.conditions.length;
const isTainted = ({ cluster }: ClusterSetup, name: string) =>
  cluster.nodes.get(`node-${name}`)?.taints.some(({ key }) => key === taintKeys.disrupted);
const taint = { key: taintKeys.disrupted, value: '', effect: 'NoSchedule' } as const;

const saved = (about: string): RefusedCall => ({ of: 'nodeClaims.saveAll', about });
const requestedOver = (ms: number) => (setup: ClusterSetup, name: string) =>
  addNode(setup, name, {
    claim: { requestedAt: setup.clock.now() - ms, terms: terms('1h') },
  });
const terms = (expireAfter: string) => ({ expireAfter, terminationGracePeriod: null });

async function addPool(
  { store, clusterId }: ClusterSetup,
  name: string,
  spec: Partial<ReturnType<typeof aNodePoolDefinition>['spec']> = {},
): Promise<void> {
  const pool = aNodePoolDefinition({ clusterId, name });
  const definition: NodePoolDefinition = {
    ...pool,
    id: `npl_${name}`,
    source: 'Cluster',
    spec: { ...pool.spec, ...spec },
  };
  await store.definitions.insert(definition, aRevisionOf(definition));
}

async function addClass({ store, clusterId }: ClusterSetup, name: string): Promise<void> {
  const definition = aNodeClassDefinition({ clusterId, name, id: `nc_${name}`, resolution: null });
  await store.definitions.insert(definition, aRevisionOf(definition));
}

/** A node in a reservation of its own, which ends after some time. */
async function addReserved(
  setup: ClusterSetup,
  name: string,
  reservation: { readonly type: 'default' | 'capacity-block'; readonly endsInMs: number },
): Promise<void> {
  const { cloud, clock, clusterId, ports } = setup;
  const place = { instanceType: 'm5.large', zone: 'us-east-1a' };
  const endsAt = clock.now() + reservation.endsInMs;
  cloud.reservations.push({ id: `cr-${name}`, ...place, total: 2, type: reservation.type, endsAt });
  await resolveNodeClass(ports, { clusterId, name: 'default' });
  const { claim } = await addNode(setup, name);
  invariant(claim.instance !== null, 'the NodeClaim has an instance');
  const labels = { ...claim.instance.labels, [reservationLabel]: `cr-${name}` };
  const reserved = {
    ...claim,
    instance: { ...claim.instance, capacityType: 'reserved' as const, labels },
  };
  await setup.store.nodeClaims.save(reserved);
  addInstance(setup, reserved);
}
const reservationLabel = 'karpenter.k8s.aws/capacity-reservation-id';

const standaloneSpec = {
  nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
  requirements: [],
  resources: { requests: { cpu: '1' } },
  expireAfter: '10m',
};

const cases: Readonly<Record<string, SweepCase>> = {
  'terminates instances without a NodeClaim': {
    sweep: ofCluster(collectGarbage),
    refused: { of: 'cloud.terminate', about: 'i-a' },
    kind: 'Instance',
    given: (setup, name) => {
      const { clusterId } = setup;
      addInstance(setup, aNodeClaimRecord({ clusterId, id: name, name: `default-${name}` }));
    },
    seen: instanceState,
    handled: 'shutting-down',
  },
  'ends NodeClaims without an instance': {
    sweep: ofCluster(collectGarbage),
    refused: saved('ncl_a'),
    given: (setup, name) => addNode(setup, name, { node: { isReady: false } }),
    seen: claimState,
    handled: 'Terminating',
  },
  'removes the objects of NodeClaims that have ended': {
    sweep: ofCluster(collectGarbage),
    refused: { of: 'nodeClaims.findByName', about: 'default-a' },
    given: async (setup, name) => {
      const { claim, node } = await addNode(setup, name, { claim: { state: 'Terminated' } });
      setup.cluster.nodes.delete(node.name);
      setup.cluster.nodeClaims.set(claim.name, claim);
    },
    seen: ({ store }, name) =>
      store.tables.outbox
        .all()
        .some(
          ({ message }) =>
            message.type === 'node-claim.sync' && message.nodeClaimId === `ncl_${name}`,
        ),
    handled: true,
  },
  'removes the taints of nodes that nothing disrupts': {
    sweep: ofCluster(releaseStaleTaints),
    refused: { of: 'gateway.removeTaint', about: 'node-a' },
    kind: 'Node',
    given: (setup, name) => addNode(setup, name, { node: { taints: [taint] } }),
    seen: isTainted,
    handled: false,
  },
  'gives up launches that take too long': {
    sweep: ofCluster(checkLiveness),
    refused: saved('ncl_a'),
    given: (setup, name) =>
      addNode(setup, name, {
        claim: { state: 'Launching', instance: null, requestedAt: setup.clock.now() - 6 * minute },
      }),
    seen: claimState,
    handled: 'LaunchFailed',
  },
  'ends nodes that do not register': {
    sweep: ofCluster(checkLiveness),
    refused: saved('ncl_a'),
    given: (setup, name) => addNode(setup, name, { claim: { state: 'Launched' } }),
    seen: claimState,
    handled: 'Terminating',
  },
  'repairs unhealthy nodes': {
    sweep: ofCluster(checkNodeHealth),
    cluster: {
      settings: { ...defaultClusterSettings, nodeRepair: true, legacyNodeRepair: true },
    },
    refused: saved('ncl_a'),
    given: async (setup, name) => {
      const since = setup.clock.now() - hour;
      await addNode(setup, name, {
        node: { unhealthyConditions: [{ type: 'Ready', status: 'Unknown', reason: '', since }] },
      });
      // At most 20 % of the nodes may be unhealthy.
      for (const healthy of 'pqrst') await addNode(setup, `${name}${healthy}`);
    },
    seen: claimState,
    handled: 'Terminating',
  },
  'ends instances whose status check fails': {
    sweep: ofCluster(checkInstanceStatus),
    refused: saved('ncl_a'),
    given: async (setup, name) => {
      await addNode(setup, name);
      const since = setup.clock.now() - hour;
      const check = { instanceId: `i-${name}`, check: 'Instance', since } as const;
      setup.cloud.impairedInstances = [...setup.cloud.impairedInstances, check];
    },
    seen: claimState,
    handled: 'Terminating',
  },
  'expires NodeClaims': {
    sweep: ofCluster(expireNodeClaims),
    refused: saved('ncl_a'),
    given: requestedOver(2 * hour),
    seen: claimState,
    handled: 'Terminating',
  },
  'ends nodes of capacity blocks': {
    sweep: ofCluster(followReservations),
    refused: saved('ncl_a'),
    given: (setup, name) =>
      addReserved(setup, name, { type: 'capacity-block', endsInMs: 39 * minute }),
    seen: claimState,
    handled: 'Terminating',
  },
  'demotes nodes whose reservation has ended': {
    sweep: (setup, ports) => {
      setup.clock.advance(2 * minute);
      return followReservations(ports, setup.clusterId);
    },
    refused: { of: 'gateway.setNodeLabels', about: 'node-a' },
    given: (setup, name) => addReserved(setup, name, { type: 'default', endsInMs: minute }),
    seen: async ({ store }, name) =>
      (await store.nodeClaims.find(`ncl_${name}`))?.instance?.capacityType,
    handled: 'on-demand',
  },
  'ends nodes that users delete': {
    sweep: ({ clusterId }, ports) =>
      observeNodes(
        ports,
        clusterId,
        ['a', 'b'].map((name) => ({
          name: `node-${name}`,
          providerId: `aws:///us-east-1a/i-${name}`,
          isReady: true,
          isGone: false,
          deletionRequestedAt: 1,
        })),
      ),
    refused: saved('ncl_a'),
    kind: 'Node',
    given: (setup, name) => addNode(setup, name),
    seen: claimState,
    handled: 'Terminating',
  },
  'adopts NodeClaims': {
    sweep: ofCluster(adoptNodeClaims),
    refused: { of: 'nodeClaims.insert', about: 'default-a' },
    given: async (setup, name) => {
      const { claim, node } = await addNode(setup, name);
      setup.store.tables.nodeClaims.deleteWhere(({ id }) => id === claim.id);
      setup.cluster.adoptableNodeClaims = [
        ...setup.cluster.adoptableNodeClaims,
        {
          name: claim.name,
          isStandalone: false,
          isGone: false,
          deletionRequestedAt: null,
          adoptable: {
            providerId: node.providerId ?? '',
            imageId: 'ami-7',
            nodePool: 'default',
            nodeClass: 'default',
            nodePoolHash: 'v3-a',
            nodeClassHash: 'v6-b',
            drifted: null,
            createdAt: 1_000,
            terms: terms('Never'),
            standalone: null,
          },
        },
      ];
    },
    seen: async ({ store, clusterId }, name) =>
      (await store.nodeClaims.findByName(clusterId, `default-${name}`))?.state,
    handled: 'Initialized',
  },
  'notes decisions without progress': {
    sweep: ofCluster(recordStalls),
    refused: { of: 'decisions.events', about: 'dec_a' },
    kind: 'Decision',
    given: ({ store, clusterId, clock }, name) =>
      store.decisions.insert(
        aDecision({
          clusterId,
          id: `dec_${name}`,
          state: 'Approved',
          proposedAt: clock.now() - hour,
        }),
        [],
      ),
    seen: ({ store }, name) =>
      store.tables.findings.all().some(({ object }) => object === `Decision/dec_${name}`),
    handled: true,
  },
  'writes the status of NodePools': {
    sweep: withPayload(publishDefinitionStatus),
    refused: { of: 'gateway.applyDefinitionStatus', about: 'pool-a' },
    kind: 'NodePool',
    given: (setup, name) => addPool(setup, `pool-${name}`),
    seen: (setup, name) => conditionsOf(setup, `NodePool/pool-${name}`),
    handled: 5,
  },
  'writes the status of EC2NodeClasses': {
    sweep: withPayload(publishDefinitionStatus),
    refused: { of: 'gateway.applyDefinitionStatus', about: 'class-a' },
    kind: 'EC2NodeClass',
    given: (setup, name) => addClass(setup, `class-${name}`),
    seen: (setup, name) => conditionsOf(setup, `EC2NodeClass/class-${name}`),
    handled: 9,
  },
  'writes the status of NodeOverlays': {
    sweep: withPayload(publishNodeOverlays),
    refused: { of: 'gateway.applyDefinitionStatus', about: 'overlay-a' },
    kind: 'NodeOverlay',
    given: ({ cluster }, name) =>
      cluster.applyNodeOverlay(`overlay-${name}`, {
        requirements: [],
        price: '0.01',
        weight: name.charCodeAt(0),
      }),
    seen: (setup, name) => conditionsOf(setup, `NodeOverlay/overlay-${name}`),
    handled: 2,
  },
  'writes the status of CapacityBuffers': {
    sweep: withPayload(reconcileCapacityBuffers),
    refused: { of: 'gateway.applyBufferStatus', about: 'buffer-a' },
    kind: 'CapacityBuffer',
    given: ({ cluster }, name) => {
      cluster.deploy('web', 8, { cpu: 500, memory: 1024 ** 3 });
      const scalableRef = { apiGroup: 'apps', kind: 'Deployment', name: 'web' };
      cluster.applyCapacityBuffer(`buffer-${name}`, { scalableRef, replicas: 2 });
    },
    seen: (setup, name) =>
      conditionsOf(setup, `CapacityBuffer/default/buffer-${name}`) !== undefined,
    handled: true,
  },
  'puts finalizers on EC2NodeClasses': {
    sweep: ofCluster(holdNodeClasses),
    refused: { of: 'gateway.holdNodeClass', about: 'class-a' },
    kind: 'EC2NodeClass',
    given: ({ cluster }, name) => {
      const object = { name: `class-${name}`, uid: name, isHeld: false, isBeingDeleted: false };
      cluster.nodeClassObjects = [...cluster.nodeClassObjects, object];
    },
    seen: ({ cluster }, name) =>
      cluster.nodeClassObjects.find((object) => object.name === `class-${name}`)?.isHeld,
    handled: true,
  },
  'resolves EC2NodeClasses': {
    sweep: withPayload(resolveNodeClasses),
    refused: { of: 'cloud.resolveNodeClass', about: 'class-a' },
    kind: 'EC2NodeClass',
    given: (setup, name) => addClass(setup, `class-${name}`),
    seen: async ({ store, clusterId }, name) => {
      const found = await store.definitions.find(clusterId, 'EC2NodeClass', `class-${name}`);
      return found?.kind === 'EC2NodeClass' && found.resolution !== null;
    },
    handled: true,
  },
  'removes definitions whose objects are gone': {
    sweep: ({ clusterId }, ports) =>
      reconcileDefinitions(ports, clusterId, { nodePools: ['default'], nodeClasses: ['default'] }),
    refused: { of: 'definitions.remove', about: 'pool-a' },
    kind: 'NodePool',
    given: (setup, name) => addPool(setup, `pool-${name}`),
    seen: ({ store, clusterId }, name) =>
      store.definitions.find(clusterId, 'NodePool', `pool-${name}`),
    handled: null,
  },
  'reports unreachable clusters': {
    sweep: (_, ports) => reportUnreachable(ports),
    refused: { of: 'findings.record', about: 'clu_a' },
    kind: 'Cluster',
    given: ({ store }, name) => {
      const connection = {
        state: 'Unreachable',
        problem: 'no route',
        changedAt: 0,
        syncedAt: null,
      } as const;
      return store.clusters.insert({
        ...aCluster({ id: `clu_${name}`, name: `cluster-${name}` }),
        connection,
      });
    },
    seen: ({ store }, name) =>
      store.tables.findings.all().some(({ clusterId }) => clusterId === `clu_${name}`),
    handled: true,
  },
  'ends standalone NodeClaims that users delete': {
    sweep: ofCluster(reconcileStandaloneClaims),
    refused: saved('ncl_a'),
    given: (setup, name) =>
      addNode(setup, name, {
        claim: { nodePool: null, standalone: { objectUid: name, createdAt: 0 } },
      }),
    seen: claimState,
    handled: 'Terminating',
  },
  'launches standalone NodeClaims': {
    sweep: ofCluster(reconcileStandaloneClaims),
    refused: { of: 'nodeClaims.insert', about: 'box-a' },
    given: ({ cluster }, name) =>
      cluster.applyStandaloneClaim({ name: `box-${name}`, uid: name, spec: standaloneSpec }),
    seen: async ({ store, clusterId }, name) =>
      (await store.nodeClaims.findByName(clusterId, `box-${name}`))?.state,
    handled: 'Requested',
  },
  'launches the nodes of static NodePools': {
    sweep: ofCluster(reconcileStaticPools),
    refused: { of: 'nodeClaims.insert', about: 'pool-a' },
    kind: 'NodePool',
    given: (setup, name) => addPool(setup, `pool-${name}`, { replicas: 1, limits: {} }),
    seen: ({ store }, name) =>
      store.tables.nodeClaims.all().filter(({ nodePool }) => nodePool === `pool-${name}`).length,
    handled: 1,
  },
  'supersedes decisions on static NodePools that are gone': {
    sweep: ofCluster(reconcileStaticPools),
    refused: { of: 'decisions.save', about: 'dec_a' },
    kind: 'Decision',
    given: ({ store, clusterId }, name) =>
      store.decisions.insert(
        aDecision({
          clusterId,
          id: `dec_${name}`,
          kind: 'Deprovision',
          body: {
            type: 'Remove',
            reason: 'Overprovisioned',
            candidates: [],
            pods: [],
            interruption: null,
            deadline: null,
            staticPool: { nodePool: `gone-${name}`, replicas: 1, held: 2 },
          },
        }),
        [],
      ),
    seen: async ({ store }, name) => (await store.decisions.find(`dec_${name}`))?.state,
    handled: 'Superseded',
  },
  'releases pauses that have expired': {
    sweep: ofCluster(checkBrakes),
    refused: { of: 'pauses.save', about: 'pau_a' },
    kind: 'Pause',
    given: ({ store, clusterId }, name) =>
      store.pauses.insert(
        aPause({ id: `pau_${name}`, scope: { kind: 'Cluster', clusterId }, expiresAt: 1 }),
      ),
    seen: async ({ store }, name) => (await store.pauses.find(`pau_${name}`))?.releasedAt !== null,
    handled: true,
  },
  'engages brakes': {
    sweep: (setup, ports) => {
      setup.clock.advance(hour);
      return checkBrakes(ports, setup.clusterId);
    },
    refused: { of: 'pauses.insert', about: 'pool-a' },
    kind: 'NodePool',
    given: async (setup, name) => {
      await addPool(setup, `pool-${name}`);
      const launchedAt = setup.clock.now() + 54 * minute;
      const lost = Array.from(
        { length: 12 },
        (_, index): NodeClaim =>
          aNodeClaimRecord({
            clusterId: setup.clusterId,
            id: `ncl_${name}${index}`,
            name: `pool-${name}-${index}`,
            nodePool: `pool-${name}`,
            state: 'Launched',
            requestedAt: launchedAt,
            launchedAt,
            registeredAt: null,
            initializedAt: null,
          }),
      );
      await setup.store.nodeClaims.insert(lost);
    },
    seen: ({ store }, name) =>
      store.tables.pauses
        .all()
        .some(({ scope }) => scope.kind === 'NodePool' && scope.nodePool === `pool-${name}`),
    handled: true,
  },
  'reports which spend limits are reached': {
    sweep: ofCluster(checkBrakes),
    refused: { of: 'spendLimits.setReached', about: 'spl_a' },
    kind: 'SpendLimit',
    given: async (setup, name) => {
      const { store, clusterId, clock } = setup;
      const nodePool = `pool-${name}`;
      await addPool(setup, nodePool);
      const scope = { kind: 'NodePool', clusterId, nodePool } as const;
      await store.spendLimits.insert(
        aSpendLimit({ id: `spl_${name}`, scope, hourlyMicroUsd: null, monthlyMicroUsd: 1 }),
      );
      store.tables.costSamples.append({
        clusterId,
        resolution: 'hour',
        at: clock.now(),
        nodePool,
        capacityType: 'spot',
        instanceFamily: 'm5',
        instanceType: 'm5.large',
        costNanoUsd: 1e9,
        nodeMs: 0,
        unpricedNodeMs: 0,
      });
    },
    seen: async ({ store }, name) =>
      (await store.spendLimits.find(`spl_${name}`))?.reached?.percent,
    handled: 100,
  },
  'reports alerts of teams': {
    sweep: ofCluster(checkBrakes),
    refused: { of: 'alertThresholds.setActive', about: 'tea_a' },
    kind: 'AlertThresholds',
    given: async ({ store, clusterId }, name) => {
      await store.access.insertTeam({
        id: `tea_${name}`,
        name: `team-${name}`,
        owns: [{ kind: 'NodePool', clusterId, nodePool: `pool-${name}` }],
        members: [],
        createdAt: 0,
        version: 1,
      });
      const nodes = [1, 2].map((count) =>
        aNodeRow({ clusterId, name: `${name}${count}`, nodePool: `pool-${name}` }),
      );
      for (const node of nodes) store.tables.nodes.set(node.name, node);
      await store.alertThresholds.save({
        scope: { kind: 'Team', teamId: `tea_${name}` },
        thresholds: { nodes: 1, spendMicroUsdPerHour: 0, changesPerMinute: 0 },
        activeAlerts: [],
        version: 0,
      });
    },
    seen: async ({ store }, name) => {
      const all = await store.alertThresholds.list();
      return all.find(({ scope }) => scope.kind === 'Team' && scope.teamId === `tea_${name}`)
        ?.activeAlerts.length;
    },
    handled: 1,
  },
  'reviews decisions before an evaluation': {
    sweep: ofCluster(planDisruption),
    refused: { of: 'decisions.save', about: 'dec_a' },
    kind: 'Decision',
    given: ({ store, clusterId }, name) =>
      store.decisions.insert(aDecision({ clusterId, id: `dec_${name}`, expiresAt: 1 }), []),
    seen: async ({ store }, name) => (await store.decisions.find(`dec_${name}`))?.state,
    handled: 'Expired',
  },
  'removes the taints of an execution that has failed': {
    sweep: async (setup, ports) => {
      const found = await setup.store.decisions.find('dec_1');
      invariant(found?.body.type === 'Disrupt', 'the decision is stored');
      await rollBack(ports, found, found.body, 'the replacement failed');
    },
    refused: { of: 'gateway.removeTaint', about: 'node-a' },
    kind: 'Node',
    given: async (setup, name) => {
      const added = await addNode(setup, name, { node: { taints: [taint] } });
      if (name === 'a') return;
      const [claim] = await setup.store.nodeClaims.findAll(['ncl_a']);
      const node = setup.cluster.nodes.get('node-a');
      invariant(claim !== undefined && node !== undefined, 'the first node exists');
      await storeDecision(setup, [{ claim, node }, added], { state: 'Executing' });
    },
    seen: isTainted,
    handled: false,
  },
};

describe.each(Object.entries(cases))('a sweep that %s', (_, given) => {
  async function runSweep() {
    const setup = await setUpCluster(given.cluster);
    await given.given(setup, 'a');
    await given.given(setup, 'b');
    const [error] = await Promise.allSettled([
      given.sweep(setup, refusing(setup.ports, given.refused)),
    ]);
    return { setup, error: error.status === 'rejected' ? error.reason : null };
  }

  it('handles the second object when the first is refused', async () => {
    const { setup } = await runSweep();
    expect(await given.seen(setup, 'b')).toEqual(given.handled);
    expect(await given.seen(setup, 'a')).not.toEqual(given.handled);
  });

  it('fails with the object that was refused, and handles it once nothing refuses it', async () => {
    const { setup, error } = await runSweep();
    expect(failuresOf(error)?.map(({ object }) => object.kind)).toEqual([
      given.kind ?? 'NodeClaim',
    ]);
    expect(error).toMatchObject({ code: 'CLUSTER.INVALID' });
    await given.sweep(setup, setup.ports);
    expect(await given.seen(setup, 'a')).toEqual(given.handled);
  });
});
