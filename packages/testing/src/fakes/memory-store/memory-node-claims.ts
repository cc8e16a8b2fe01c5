import type {
  ClaimOutcome,
  InterruptionRepository,
  NodeClaim,
  NodeClaimRepository,
} from '@kerf/application';
import { isUnlaunched } from '@kerf/application';
import { AppError, type Instant } from '@kerf/core';
import { byId } from './memory-table.js';
import type { MemoryTables } from './memory-tables.js';

const hasEnded = ({ state }: NodeClaim): boolean =>
  state === 'Terminated' || state === 'LaunchFailed';

export function memoryNodeClaims(tables: MemoryTables): NodeClaimRepository {
  return { ...readMethods(tables), ...writeMethods(tables) };
}

function readMethods({ nodeClaims, launchOptions }: MemoryTables) {
  const ofCluster = (id: string) => nodeClaims.where(({ clusterId }) => clusterId === id);
  const byIds = (ids: readonly string[]) =>
    nodeClaims.where(({ id }) => ids.includes(id)).toSorted(byId);
  return {
    async launchOptions(ids) {
      const found = new Map<string, NonNullable<ReturnType<typeof launchOptions.get>>>();
      for (const id of ids) {
        const options = launchOptions.get(id);
        if (options !== null) found.set(id, options);
      }
      return found;
    },
    async optionNames(clusterId) {
      const names = new Map<string, readonly string[]>();
      for (const { id } of ofCluster(clusterId).filter(isUnlaunched)) {
        const options = launchOptions.get(id);
        if (options !== null)
          names.set(
            id,
            options.instanceTypes.map(({ name }) => name),
          );
      }
      return names;
    },
    progressOf: async (ids) =>
      byIds(ids).map(({ id, state, initializedAt }) => ({ id, state, initializedAt })),
    find: async (id) => nodeClaims.get(id),
    findAll: async (ids) => byIds(ids),
    findByProviderId: async (clusterId, providerId) =>
      ofCluster(clusterId).find(({ instance }) => instance?.providerId === providerId) ?? null,
    findByName: async (clusterId, name) =>
      ofCluster(clusterId)
        .filter((claim) => claim.name === name)
        .toSorted(byId)
        .at(-1) ?? null,
    async idsByProviderId(clusterId, providerIds) {
      return new Map(
        ofCluster(clusterId).flatMap(({ id, instance }) =>
          instance !== null && providerIds.includes(instance.providerId)
            ? [[instance.providerId, id]]
            : [],
        ),
      );
    },
    inStates: async (clusterId, states) =>
      ofCluster(clusterId)
        .filter(({ state }) => states.includes(state))
        .toSorted(byId),
    capacities: async (clusterId, nodePool, states) =>
      new Map(
        ofCluster(clusterId)
          .filter((claim) => claim.nodePool === nodePool && states.includes(claim.state))
          .map(({ id, instance }) => [id, instance?.capacity ?? null]),
      ),
    async outcomes(clusterId, nodePools, count) {
      const outcomes = new Map<string, readonly ClaimOutcome[]>();
      for (const nodePool of nodePools) {
        const ofPool = ofCluster(clusterId)
          .filter((claim) => claim.nodePool === nodePool)
          .flatMap((claim) => outcomeOf(claim) ?? [])
          .toSorted((a, b) => b.at - a.at)
          .slice(0, count);
        if (ofPool.length > 0) outcomes.set(nodePool, ofPool);
      }
      return outcomes;
    },
  } satisfies Partial<NodeClaimRepository>;
}

/** Returns `null` for a NodeClaim whose end says nothing about its NodePool. */
function outcomeOf(claim: NodeClaim): ClaimOutcome | null {
  const { state, registeredAt, terminatedAt, failure, termination } = claim;
  if (registeredAt !== null) return { at: registeredAt, failure: null, detail: null };
  if (terminatedAt === null) return null;
  if (state === 'LaunchFailed' && failure?.code === 'LAUNCH_REFUSED') {
    return { at: terminatedAt, failure: 'LaunchFailed', detail: failure.detail };
  }
  const reason = termination?.reason;
  return state === 'Terminated' && (reason === 'RegistrationTimeout' || reason === 'Unhealthy')
    ? { at: terminatedAt, failure: 'RegistrationFailed', detail: null }
    : null;
}

function writeMethods({ nodeClaims, launchOptions }: MemoryTables) {
  const save = (claim: NodeClaim): NodeClaim | null => {
    const row = nodeClaims.get(claim.id);
    if (row?.version !== claim.version) return null;
    const { plan, terms, standalone, drift, lastPodEventAt, nodePoolHash, nodeClassHash } = row;
    const version = row.version + 1;
    nodeClaims.set(claim.id, {
      ...claim,
      plan,
      terms,
      standalone,
      drift,
      lastPodEventAt,
      nodePoolHash,
      nodeClassHash,
      version,
    });
    return { ...claim, version };
  };
  return {
    async insert(claims, options = new Map()) {
      for (const claim of claims) {
        if (nodeClaims.find((row) => row.id === claim.id || conflicts(row, claim)) !== null) {
          throw new AppError({
            code: 'STATE.CONFLICT',
            message: `A NodeClaim is already recorded: ${claims.map(({ name }) => name).join(', ')}`,
            retry: { kind: 'backoff' },
          });
        }
        nodeClaims.set(claim.id, { ...claim, version: 1 });
        const ofClaim = options.get(claim.id);
        if (ofClaim !== undefined) launchOptions.set(claim.id, ofClaim);
      }
    },
    save: async (claim) => save(claim),
    saveAll: async (claims) => claims.flatMap((claim) => save(claim) ?? []),
    async setDrifts(clusterId, drifts) {
      for (const { id, drift } of drifts) {
        nodeClaims.updateWhere(
          (row) => row.id === id && row.clusterId === clusterId,
          (row) => ({ ...row, drift }),
        );
      }
    },
    async setHashes(clusterId, hashes) {
      for (const { id, ...changed } of hashes) {
        nodeClaims.updateWhere(
          (row) => row.id === id && row.clusterId === clusterId,
          (row) => ({ ...row, ...changed }),
        );
      }
    },
    async setInstances(clusterId, instances) {
      for (const { id, ...origin } of instances) {
        nodeClaims.updateWhere(
          (row) => row.id === id && row.clusterId === clusterId,
          (row) =>
            row.instance === null ? row : { ...row, instance: { ...row.instance, ...origin } },
        );
      }
    },
    async touchPodEvents(clusterId, moves) {
      for (const { nodeName, at } of moves) {
        nodeClaims.updateWhere(
          (row) =>
            row.clusterId === clusterId &&
            row.nodeName === nodeName &&
            isEarlier(row.lastPodEventAt, at),
          (row) => ({ ...row, lastPodEventAt: at }),
        );
      }
    },
  } satisfies Partial<NodeClaimRepository>;
}

const isEarlier = (known: Instant | null, at: Instant): boolean => known === null || known < at;

/** Names are unique among living NodeClaims; objects and instances among all of a cluster. */
function conflicts(row: NodeClaim, claim: NodeClaim): boolean {
  if (row.clusterId !== claim.clusterId) return false;
  const isSame = <T>(a: T | undefined, b: T | undefined) => a !== undefined && a === b;
  return (
    (row.name === claim.name && !hasEnded(row) && !hasEnded(claim)) ||
    isSame(row.standalone?.objectUid, claim.standalone?.objectUid) ||
    isSame(row.instance?.providerId, claim.instance?.providerId)
  );
}

export function memoryInterruptions({ interruptions }: MemoryTables): InterruptionRepository {
  return {
    async insert(...warnings) {
      const inserted = new Set<string>();
      for (const warning of warnings) {
        const isKnown = interruptions.find(
          ({ id, clusterId, eventId, instanceId }) =>
            id === warning.id ||
            (clusterId === warning.clusterId &&
              eventId === warning.eventId &&
              instanceId === warning.instanceId),
        );
        if (isKnown !== null) continue;
        interruptions.set(warning.id, warning);
        inserted.add(warning.id);
      }
      return inserted;
    },
    unplaced: async (clusterId) =>
      interruptions
        .where(
          (row) =>
            row.clusterId === clusterId &&
            row.action === 'Drain' &&
            row.replacementRequestedAt === null &&
            row.endedAt === null,
        )
        .toSorted(byId),
    async recordPlacements(at, placements) {
      for (const { id, replacementClaimIds } of placements) {
        interruptions.updateWhere(
          (row) => row.id === id && row.replacementRequestedAt === null,
          (row) => ({ ...row, replacementRequestedAt: at, replacementClaimIds }),
        );
      }
    },
    async markDrained(nodeClaimId, at, lostPods) {
      interruptions.updateWhere(
        (row) =>
          row.nodeClaimId === nodeClaimId && row.action === 'Drain' && row.drainedAt === null,
        (row) => ({ ...row, drainedAt: at, lostPods }),
      );
    },
    async markEnded(nodeClaimId, at) {
      interruptions.updateWhere(
        (row) => row.nodeClaimId === nodeClaimId && row.endedAt === null,
        (row) => ({ ...row, endedAt: at }),
      );
    },
  };
}
