import { AppError, type DecisionId, invariant, labelKeys } from '@kerf/core';
import type { BoundPod, CapacityType, Command, CommandCandidate } from '@kerf/engine';
import {
  aCachedNode,
  aDecision,
  aNodeClaimRecord,
  anEmptyCommand,
  fakeInstanceTypes,
} from '@kerf/testing';
import { NumberedViews } from '../changes/numbered-views.js';
import type { Decision } from '../domain/decision/decision.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import type { CachedNode, ClusterCache, ClusterView } from '../ports/cluster-cache.js';
import type { OutboxEntry } from '../ports/outbox-message.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import type { ClusterSetup } from './set-up-cluster.js';

/** A node that Kerf manages. */
export interface ManagedNode {
  readonly claim: NodeClaim;
  readonly node: CachedNode;
}

interface NodeFields {
  readonly instanceType?: string;
  readonly capacityType?: CapacityType;
  readonly pods?: readonly BoundPod[];
  readonly claim?: Partial<NodeClaim>;
  readonly node?: Partial<CachedNode>;
}

const hourMs = 3_600_000;
const zone = 'us-east-1a';

/**
 * Adds a node of the NodePool `default` with its NodeClaim `ncl_<name>`: an on-demand m5.large
 * without pods, initialized an hour ago, unless `fields` has others.
 */
export async function addNode(
  setup: ClusterSetup,
  name: string,
  fields: NodeFields = {},
): Promise<ManagedNode> {
  const managed = aManagedNode(setup, name, fields);
  await setup.store.nodeClaims.insert([managed.claim]);
  setup.cluster.nodes.set(managed.node.name, managed.node);
  return managed;
}

function aManagedNode(
  { clusterId, clock }: ClusterSetup,
  name: string,
  { instanceType = 'm5.large', capacityType = 'on-demand', pods = [], ...fields }: NodeFields,
): ManagedNode {
  const type = fakeInstanceTypes.find((known) => known.name === instanceType);
  invariant(type !== undefined, `the fake cloud has no instance type ${instanceType}`);
  const offering = type.offerings.find(
    (known) => known.zone === zone && known.capacityType === capacityType,
  );
  const labels = {
    [labelKeys.instanceType]: instanceType,
    [labelKeys.zone]: zone,
    [labelKeys.capacityType]: capacityType,
    [labelKeys.arch]: 'amd64',
    [labelKeys.os]: 'linux',
  };
  const { capacity, allocatable } = type;
  const launched = { instanceType, zone, capacityType, capacity, allocatable, labels };
  const [nodeName, at] = [`node-${name}`, clock.now() - hourMs];
  const id = `ncl_${name}`;
  const instance = aNodeClaimRecord({ clusterId, id }).instance;
  invariant(instance !== null, 'the record has an instance');
  const providerId = `aws:///${zone}/i-${name}`;
  return {
    claim: aNodeClaimRecord({
      clusterId,
      id,
      name: `default-${name}`,
      state: 'Initialized',
      nodeName,
      instance: {
        ...instance,
        ...launched,
        instanceId: `i-${name}`,
        providerId,
        priceMicroUsdPerHour: offering?.priceMicroUsdPerHour ?? null,
      },
      requestedAt: at,
      launchedAt: at,
      registeredAt: at,
      initializedAt: at,
      ...fields.claim,
    }),
    node: aCachedNode({
      name: nodeName,
      uid: `uid-${name}`,
      providerId,
      labels: { ...labels, [labelKeys.hostname]: nodeName, [labelKeys.nodePool]: 'default' },
      capacity,
      allocatable,
      createdAt: at,
      pods,
      ...fields.node,
    }),
  };
}

/** Returns the node as a command lists it. */
export function candidateOf({ claim, node }: ManagedNode): CommandCandidate {
  return {
    nodeName: node.name,
    nodeClaimId: claim.id,
    nodePool: claim.nodePool ?? '',
    instanceType: claim.instance?.instanceType ?? null,
    zone: claim.instance?.zone ?? null,
    capacityType: claim.instance?.capacityType ?? null,
    priceMicroUsdPerHour: claim.instance?.priceMicroUsdPerHour ?? null,
    daemonPods: 0,
  };
}

/** Returns a command that deletes empty nodes. */
export function deletionOf(...nodes: readonly ManagedNode[]): Command {
  const candidates = nodes.map(candidateOf);
  const prices = candidates.map(({ priceMicroUsdPerHour }) => priceMicroUsdPerHour ?? 0);
  return anEmptyCommand({
    candidates,
    savingMicroUsdPerHour: prices.reduce((sum, price) => sum + price, 0),
  });
}

/** Stores a decision to delete empty nodes: `dec_1`, proposed in mode `auto`. */
export async function storeDecision(
  { clusterId, store, clock }: ClusterSetup,
  nodes: readonly ManagedNode[],
  fields: Partial<Decision> = {},
): Promise<Decision> {
  const decision = aDecision({
    clusterId,
    id: 'dec_1',
    state: 'Proposed',
    verdict: { kind: 'Auto' },
    body: { type: 'Disrupt', command: deletionOf(...nodes), budgets: [] },
    nodeClaimIds: nodes.map(({ claim }) => claim.id),
    nodeCount: nodes.length,
    proposedAt: clock.now(),
    expiresAt: null,
    ...fields,
  });
  await store.decisions.insert(decision, []);
  return decision;
}

/** Returns a decision as it is stored now. */
export async function storedDecision(
  { store }: ClusterSetup,
  id: DecisionId = 'dec_1',
): Promise<Decision> {
  const decision = await store.decisions.find(id);
  invariant(decision !== null, `there is no decision ${id}`);
  return decision;
}

/** Returns the history of a decision: kinds, and steps as `StepDone Tainted`. */
export async function historyOf(
  { store }: ClusterSetup,
  id: DecisionId = 'dec_1',
): Promise<readonly string[]> {
  const events = await store.decisions.events(id);
  return events.map(({ kind, data }) => (kind === 'StepDone' ? `${kind} ${data.step}` : kind));
}

/** Returns the versions of a decision that were published since the setup. */
export function publishedVersions({ store }: ClusterSetup, id: DecisionId = 'dec_1') {
  return store.tables.changes
    .where((notice) => notice.topic === 'decision' && notice.id === id)
    .map(({ version }) => version);
}

/** Returns the requested jobs of a type with their times, in their order. */
export function requestedJobs(
  { store }: ClusterSetup,
  type: OutboxEntry['message']['type'],
): readonly OutboxEntry[] {
  return store.tables.outbox.where(({ message }) => message.type === type);
}

/** Returns ports whose cluster cache has these fields changed. */
export function withView(
  { ports, cluster }: ClusterSetup,
  changes: Partial<ClusterView>,
): Ports & { readonly cache: ClusterCache } {
  const views = new NumberedViews();
  const view = () => views.number({ ...cluster.view(), ...changes });
  return { ...ports, cache: { view, clockAheadMs: () => cluster.clockAheadMs() } };
}

/** Returns ports whose cluster cache is not synced. */
export function withoutView({ ports }: ClusterSetup): Ports {
  return {
    ...ports,
    cache: {
      clockAheadMs: () => null,
      view() {
        throw new AppError({
          code: 'CLUSTER.NOT_SYNCED',
          message: 'The state of the cluster is not known yet.',
          retry: { kind: 'backoff' },
        });
      },
    },
  };
}

/** Returns ports whose transactions use changed repositories. */
export function inTransactions(
  ports: Ports,
  change: (tx: Repositories) => Partial<Repositories>,
): Ports {
  const { store } = ports;
  const transaction: typeof store.transaction = (work) =>
    store.transaction((tx) => work({ ...tx, ...change(tx) }));
  return { ...ports, store: { ...store, transaction } };
}

/** Returns ports with which another writer is always the first to save a decision. */
export function losingDecisions({ ports }: ClusterSetup): Ports {
  return inTransactions(ports, ({ decisions }) => ({
    decisions: { ...decisions, save: async () => null },
  }));
}
