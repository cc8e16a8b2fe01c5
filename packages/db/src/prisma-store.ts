import type { LeaseHold, Repositories, Store } from '@kerf/application';
import { AppError, interceptMethods } from '@kerf/core';
import { z } from 'zod';
import { type Database, type Db, withDatabaseErrors } from './client.js';
import { parseRows } from './json/rows.js';
import { type UnreadableRecords, unreadableRecordsOf } from './json/unreadable-records.js';
import { createAccessStore } from './stores/access.store.js';
import { createAlertThresholdStore } from './stores/alert-threshold.store.js';
import { createApprovalPolicyStore, createReviewStore } from './stores/approval.store.js';
import { createAuditStore } from './stores/audit.store.js';
import { createBrakeStore } from './stores/brake.store.js';
import { createCapacityBufferStore } from './stores/capacity-buffer.store.js';
import { CatalogCache, createCatalogStore } from './stores/catalog.store.js';
import { createChatIdentityStore } from './stores/chat-identity.store.js';
import { createClusterStore } from './stores/cluster.store.js';
import { createCostStore } from './stores/cost.store.js';
import { createDecisionStore } from './stores/decision.store.js';
import { createDefinitionStore } from './stores/definition.store.js';
import { createDeviceAuthorizationStore } from './stores/device-authorization.store.js';
import { createDisruptionSimulationStore } from './stores/disruption-simulation.store.js';
import { createFindingStore } from './stores/finding.store.js';
import { createGitRepositoryStore } from './stores/git-repository.store.js';
import { createIdentityStore } from './stores/identity.store.js';
import { createIncidentStore } from './stores/incident.store.js';
import { createInterruptionStore } from './stores/interruption.store.js';
import { createLeaseStore } from './stores/lease.store.js';
import { createNodeClaimStore } from './stores/node-claim.store.js';
import { createChangePublisher } from './stores/notices.js';
import { createNotificationChannelStore } from './stores/notification-channel.store.js';
import { createNotificationDeliveryStore } from './stores/notification-delivery.store.js';
import { createNotificationEventStore } from './stores/notification-event.store.js';
import { createOperationFailureStore } from './stores/operation-failure.store.js';
import { createOutboxStore } from './stores/outbox.store.js';
import { createPauseStore } from './stores/pause.store.js';
import { createReadModelStore } from './stores/read-model.store.js';
import { createSchedulingBatchStore } from './stores/scheduling-batch.store.js';
import { createSignInStore } from './stores/sign-in.store.js';
import { createSpendLimitStore } from './stores/spend-limit.store.js';
import { TransactionEnd } from './stores/transaction-end.js';
import { createTrustRuleStore } from './stores/trust-rule.store.js';

/** Creates the store on Postgres. */
export function createPrismaStore(database: Database): Store {
  const shared = { cache: new CatalogCache(), unreadable: unreadableRecordsOf(database.pool) };
  return storeOn(database, shared, null);
}

/** The dependencies that all stores of one database share. */
interface Shared {
  readonly cache: CatalogCache;
  readonly unreadable: UnreadableRecords;
}

function storeOn(database: Database, shared: Shared, lease: LeaseHold | null): Store {
  return {
    ...withDatabaseErrorsOf({
      ...repositoriesOn(database.prisma, shared),
      audit: createAuditStore(database.prisma),
    }),
    transaction: (work) =>
      withDatabaseErrors(() =>
        database.prisma.$transaction(async (tx) => {
          if (lease !== null) await refuseLostLease(tx, lease);
          const end = new TransactionEnd();
          const { outbox, changes, audit } = end;
          const result = await work({ ...repositoriesOn(tx, shared), outbox, changes, audit });
          await end.write(tx);
          return result;
        }),
      ),
    heldBy: (hold) => storeOn(database, shared, hold),
  };
}

/** Returns the repositories with {@link withDatabaseErrors} around each of their methods. */
function withDatabaseErrorsOf(repositories: Repositories): Repositories {
  return new Proxy(repositories, {
    get: (all, name, receiver) => {
      const repository: unknown = Reflect.get(all, name, receiver);
      return typeof repository === 'object' && repository !== null
        ? interceptMethods(repository, (_, call) => withDatabaseErrors(async () => call()))
        : repository;
    },
  });
}

/** The audit log differs in and outside of a transaction. */
function repositoriesOn(db: Db, { cache, unreadable }: Shared): Omit<Repositories, 'audit'> {
  return {
    clusters: createClusterStore(db, unreadable),
    definitions: createDefinitionStore(db, unreadable),
    capacityBuffers: createCapacityBufferStore(db, unreadable),
    nodeClaims: createNodeClaimStore(db, unreadable),
    batches: createSchedulingBatchStore(db, unreadable),
    decisions: createDecisionStore(db, unreadable),
    reviews: createReviewStore(db),
    approvalPolicies: createApprovalPolicyStore(db),
    simulations: createDisruptionSimulationStore(db, unreadable),
    leases: createLeaseStore(db),
    outbox: createOutboxStore(db),
    changes: createChangePublisher(db),
    catalog: createCatalogStore(db, cache, unreadable),
    readModel: createReadModelStore(db),
    findings: createFindingStore(db),
    incidents: createIncidentStore(db, unreadable),
    operationFailures: createOperationFailureStore(db, unreadable),
    interruptions: createInterruptionStore(db, unreadable),
    cost: createCostStore(db),
    identity: createIdentityStore(db, unreadable),
    signIn: createSignInStore(db),
    devices: createDeviceAuthorizationStore(db),
    trustRules: createTrustRuleStore(db, unreadable),
    access: createAccessStore(db),
    pauses: createPauseStore(db, unreadable),
    spendLimits: createSpendLimitStore(db, unreadable),
    gitRepositories: createGitRepositoryStore(db, unreadable),
    alertThresholds: createAlertThresholdStore(db, unreadable),
    brakes: createBrakeStore(db, unreadable),
    notificationEvents: createNotificationEventStore(db, unreadable),
    notificationChannels: createNotificationChannelStore(db, unreadable),
    notificationDeliveries: createNotificationDeliveryStore(db),
    chatIdentities: createChatIdentityStore(db),
  };
}

const leaseRow = z.object({});

/**
 * Fails when the lease is lost. The lock makes a worker that takes over wait until this transaction
 * has ended; renewals, which change no key, do not wait for it.
 */
async function refuseLostLease(db: Db, lease: LeaseHold): Promise<void> {
  const held: unknown = await db.$queryRaw`
    SELECT 1 FROM cluster_leases
    WHERE cluster_id = ${lease.clusterId} AND owner = ${lease.owner} AND epoch = ${lease.epoch}
    FOR KEY SHARE`;
  if (parseRows(leaseRow, held).length === 0) {
    throw new AppError({
      code: 'STATE.STALE',
      message: 'Another worker has the lease of the cluster.',
      meta: { clusterId: lease.clusterId, epoch: lease.epoch },
    });
  }
}
