import { createBudgetSchedule, createManifestReader } from '@kerf/definitions';
import { intlLocalTime, sha256Digest } from '@kerf/system';
import {
  aCluster,
  aNodeClassDefinition,
  aNodePoolDefinition,
  aRevisionOf,
  aUser,
  createMemoryStore,
  FakeCloud,
  FakeCluster,
  FakeEvents,
  FakeMeter,
  fakeOtherPorts,
  inlineEngine,
  ManualClock,
  type MemoryStore,
  recordedAt,
} from '@kerf/testing';
import {
  refreshInstanceTypes,
  refreshOnDemandPrices,
  refreshSpotPrices,
} from '../catalog/refresh-catalog.js';
import { resolveNodeClasses } from '../definitions/resolve-node-class.js';
import type { Cluster } from '../domain/cluster/cluster.js';
import type { NodePoolDefinition } from '../domain/definition/definition.js';
import { organizationAdmin } from '../domain/identity/access.js';
import type { Principal, User } from '../domain/identity/principal.js';
import type { RoleBinding } from '../domain/identity/role.js';
import { ClusterMemory } from '../memory/cluster-memory.js';
import type { IdSource } from '../ports/id-source.js';
import type { OutboxMessage } from '../ports/outbox-message.js';
import type { Ports } from '../ports/ports.js';

/** A signed-in administrator, whom {@link setUpCluster} stores. */
export const ada: Principal = { kind: 'User', id: 'usr_ada', name: 'ada', ...organizationAdmin };

/** One registered cluster with fakes for everything outside the use cases. */
export interface ClusterSetup {
  readonly clusterId: string;
  readonly ports: Ports;
  readonly store: MemoryStore;
  readonly clock: ManualClock;
  readonly cloud: FakeCloud;
  /** The cluster's API and Kerf's cache of it. */
  readonly cluster: FakeCluster;
  readonly events: FakeEvents;
  readonly meter: FakeMeter;
  /** Returns the jobs that were requested since the last call, in their order. */
  readonly takeJobs: () => readonly OutboxMessage[];
}

/**
 * Sets up a cluster in memory: mode `auto`, an EC2NodeClass and a NodePool `default` that
 * consolidates after 3 s, with instance types and prices read.
 */
export async function setUpCluster(
  fields: Partial<Cluster> = {},
  poolFields: Partial<NodePoolDefinition['spec']> = {},
): Promise<ClusterSetup> {
  const clusterId = fields.id ?? 'clu_1';
  const clock = new ManualClock(recordedAt);
  const now = () => clock.now();
  const [store, cloud] = [createMemoryStore(), new FakeCloud(now)];
  const [cluster, events] = [new FakeCluster(clusterId, now), new FakeEvents()];
  const meter = new FakeMeter();
  const ports: Ports = {
    store,
    clock,
    ids: countedIds(),
    digest: sha256Digest,
    engine: inlineEngine,
    cloud,
    ...fakeOtherPorts(),
    gateway: cluster,
    events,
    meter,
    cache: cluster,
    memory: new ClusterMemory(),
    manifests: createManifestReader(),
    budgetSchedule: createBudgetSchedule(),
    localTime: intlLocalTime,
  };
  const described = await cloud.describeCluster();
  await store.clusters.insert(
    aCluster({ ...described, id: clusterId, name: 'prod', mode: 'auto', ...fields }),
  );
  await addPerson(store, ada);
  const named = { clusterId, name: 'default', updatedAt: clock.now() };
  const nodeClass = aNodeClassDefinition(named);
  const pool = aNodePoolDefinition(named);
  const disruption = {
    consolidationPolicy: 'WhenEmptyOrUnderutilized',
    consolidateAfter: '3s',
    budgets: [{ nodes: '100%' }],
  } as const;
  const spec = { ...pool.spec, limits: { cpu: '1000' }, disruption, ...poolFields };
  for (const definition of [nodeClass, { ...pool, spec }]) {
    await store.definitions.insert(definition, aRevisionOf(definition));
  }
  await refreshInstanceTypes(ports, { clusterId });
  await refreshOnDemandPrices(ports, { clusterId });
  await refreshSpotPrices(ports, { clusterId });
  await resolveNodeClasses(ports, { clusterId });
  store.tables.outbox.deleteWhere(() => true);
  return {
    clusterId,
    ports,
    store,
    clock,
    cloud,
    cluster,
    events,
    meter,
    takeJobs: () => {
      const jobs = store.tables.outbox
        .all()
        .flatMap(({ message }) => ('clusterId' in message ? [message] : []));
      store.tables.outbox.deleteWhere(() => true);
      return jobs;
    },
  };
}

/** Stores the user `usr_<name>` with this role in the organization. */
export async function addPerson(
  store: MemoryStore,
  { name }: Pick<User, 'name'>,
  role = 'admin',
): Promise<void> {
  await store.identity.insertUser(aUser({ id: `usr_${name}`, name }), null);
  await bindRole(store, { id: `rbi_${name}`, person: name, role, scope: { kind: 'Organization' } });
}

/** Gives a role to the user `usr_<person>`. */
export const bindRole = (
  store: MemoryStore,
  {
    id,
    person,
    role,
    scope,
  }: Pick<RoleBinding, 'id' | 'role' | 'scope'> & {
    readonly person: string;
  },
): Promise<void> =>
  store.access.insertBinding({
    id,
    subject: { kind: 'User', id: `usr_${person}` },
    role,
    scope,
    effect: 'Allow',
    createdAt: recordedAt,
    createdBy: 'cli',
  });

/** Creates an id source that counts. */
export function countedIds(): IdSource {
  let count = 0;
  const next = (): string => {
    count += 1;
    return String(count).padStart(6, '0');
  };
  return {
    next: (prefix) => `${prefix}_${next()}`,
    suffix: (length) => next().slice(-length).padStart(length, '0'),
  };
}
