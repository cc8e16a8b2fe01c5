import type { LeaseHold, Repositories, Store } from '@kerf/application';
import { AppError } from '@kerf/core';
import { memoryAccess } from './memory-access.js';
import { memoryApprovalPolicies, memoryReviews } from './memory-approvals.js';
import {
  memoryAlertThresholds,
  memoryBrakes,
  memoryPauses,
  memorySpendLimits,
} from './memory-brakes.js';
import {
  memoryCapacityBuffers,
  memoryClusters,
  memoryDefinitions,
  memoryLeases,
} from './memory-clusters.js';
import { memoryBatches, memoryDecisions } from './memory-decisions.js';
import { memoryGitRepositories } from './memory-git-repositories.js';
import { memoryIdentity } from './memory-identity.js';
import { memoryIncidents } from './memory-incidents.js';
import { memoryDevices, memoryTrustRules } from './memory-machine-identity.js';
import { memoryInterruptions, memoryNodeClaims } from './memory-node-claims.js';
import {
  memoryChatIdentities,
  memoryNotificationChannels,
  memoryNotificationDeliveries,
  memoryNotificationEvents,
} from './memory-notifications.js';
import {
  memoryCatalog,
  memoryCost,
  memoryFindings,
  memoryOperationFailures,
  memoryReadModel,
  memorySimulations,
} from './memory-reports.js';
import { memorySignIn } from './memory-sign-in.js';
import { emptyTables, type MemoryTables } from './memory-tables.js';

/** A store in memory, and its tables for what specs expect of them. */
export interface MemoryStore extends Store {
  readonly tables: MemoryTables;
}

/**
 * Creates an empty store in memory for specs of use cases. It keeps the contract of `Store`:
 * compare-and-set, unique names, transactions that leave nothing behind when they fail. Transactions
 * run one after the other. `store-contract.db.spec.ts` in `packages/db` runs the same specs on it
 * and on Postgres.
 */
export function createMemoryStore(): MemoryStore {
  const tables = emptyTables();
  return { ...storeOn(tables, new TransactionQueue(tables), null), tables };
}

/** Runs transactions one after the other, and restores the tables when one fails. */
class TransactionQueue {
  readonly #tables: MemoryTables;
  #last: Promise<unknown> = Promise.resolve();

  constructor(tables: MemoryTables) {
    this.#tables = tables;
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#last.then(async () => {
      const restore = this.#tables.savepoint();
      try {
        return await work();
      } catch (error) {
        restore();
        throw error;
      }
    });
    this.#last = next.catch(() => undefined);
    return next;
  }
}

function storeOn(tables: MemoryTables, queue: TransactionQueue, lease: LeaseHold | null): Store {
  const repositories = repositoriesOn(tables);
  return {
    ...repositories,
    transaction: (work) =>
      queue.run(async () => {
        if (lease !== null) refuseLostLease(tables, lease);
        return work(repositories);
      }),
    heldBy: (hold) => storeOn(tables, queue, hold),
  };
}

function refuseLostLease({ leases }: MemoryTables, lease: LeaseHold): void {
  const row = leases.get(lease.clusterId);
  if (row?.owner === lease.owner && row.epoch === lease.epoch) return;
  throw new AppError({
    code: 'STATE.STALE',
    message: 'Another worker has the lease of the cluster.',
    meta: { clusterId: lease.clusterId, epoch: lease.epoch },
  });
}

function repositoriesOn(tables: MemoryTables): Repositories {
  return {
    clusters: memoryClusters(tables),
    definitions: memoryDefinitions(tables),
    capacityBuffers: memoryCapacityBuffers(tables),
    nodeClaims: memoryNodeClaims(tables),
    batches: memoryBatches(tables),
    decisions: memoryDecisions(tables),
    reviews: memoryReviews(tables),
    approvalPolicies: memoryApprovalPolicies(tables),
    simulations: memorySimulations(tables),
    leases: memoryLeases(tables),
    outbox: {
      async add(entries) {
        for (const entry of entries) tables.outbox.append(entry);
      },
    },
    audit: { add: async (entry) => tables.audit.append(entry) },
    changes: { publish: async (notice) => tables.changes.append(notice) },
    catalog: memoryCatalog(tables),
    readModel: memoryReadModel(tables),
    findings: memoryFindings(tables),
    incidents: memoryIncidents(tables),
    operationFailures: memoryOperationFailures(tables),
    interruptions: memoryInterruptions(tables),
    cost: memoryCost(tables),
    identity: memoryIdentity(tables),
    signIn: memorySignIn(tables),
    devices: memoryDevices(tables),
    trustRules: memoryTrustRules(tables),
    access: memoryAccess(tables),
    pauses: memoryPauses(tables),
    spendLimits: memorySpendLimits(tables),
    gitRepositories: memoryGitRepositories(tables),
    alertThresholds: memoryAlertThresholds(tables),
    brakes: memoryBrakes(tables),
    notificationEvents: memoryNotificationEvents(tables),
    notificationChannels: memoryNotificationChannels(tables),
    notificationDeliveries: memoryNotificationDeliveries(tables),
    chatIdentities: memoryChatIdentities(tables),
  };
}
