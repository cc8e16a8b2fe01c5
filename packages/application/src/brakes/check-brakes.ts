import type { ClusterId, DurationMs, Instant } from '@kerf/core';
import { requireCluster } from '../clusters/api.js';
import type { StoredBrakeSettings } from '../domain/brake/brake-settings.js';
import { type ConsolidationRecord, findFlaps } from '../domain/brake/flap.js';
import { isInForce, type Pause } from '../domain/brake/pause.js';
import type { RecentClaim } from '../domain/brake/recent-claim.js';
import {
  failureWindowMs,
  findRunaways,
  mayHaveGrown,
  rateWindowMs,
  releasedByChange,
} from '../domain/brake/runaway.js';
import type { Decision } from '../domain/decision/decision.js';
import type { NodeClassDefinition, NodePoolDefinition } from '../domain/definition/definition.js';
import { named, Sweep } from '../domain/operation/sweep.js';
import { doneUntil, type JobOutcome } from '../domain/use-case-outcome.js';
import type { Ports } from '../ports/ports.js';
import { kerfAuditActor } from '../recording/audit.js';
import { replaceFindings } from '../recording/replace-findings.js';
import { checkAlerts, watchesNumbers } from './check-alerts.js';
import { checkSharedAlerts } from './check-shared-alerts.js';
import { checkSpendLimits } from './check-spend-limits.js';
import { endPause } from './end-pause.js';
import { type Engagement, engageBrake } from './engage-brake.js';

type BrakePorts = Pick<Ports, 'store' | 'clock' | 'ids' | 'meter'>;

/** Interval of checks while their result can change without a change of the records. */
const timedCheckMs: DurationMs = 10_000;

/**
 * Releases pauses that have expired and brakes that are no longer needed, engages the brakes whose
 * thresholds are exceeded, and reports spend limits and alerts. Runs after changes of the cluster's
 * records, and when its outcome says so. Engages no brake in mode `observe`, in which Kerf changes
 * nothing.
 */
export async function checkBrakes(ports: BrakePorts, clusterId: ClusterId): Promise<JobOutcome> {
  const { store } = ports;
  const now = ports.clock.now();
  const { mode, name } = await requireCluster(store, clusterId);
  const stored = await store.brakes.settings(clusterId);
  const since = now - Math.max(failureWindowMs, stored.settings.flapWindowMs);
  const [pauses, claims, nodePools, nodeClasses] = await Promise.all([
    store.pauses.ofCluster(clusterId, since),
    store.brakes.recentClaims(clusterId, since),
    store.definitions.nodePools(clusterId),
    store.definitions.nodeClasses(clusterId),
  ]);
  const changes = lastChanges(nodePools, nodeClasses);
  const sweep = new Sweep();
  const kept = await releaseEnded(ports, sweep, pauses, changes);
  const seen: Seen = { clusterId, now, stored, claims, pauses: kept, changes };
  const engaged =
    mode === 'observe'
      ? []
      : [...(await engageRunaways(ports, sweep, seen)), ...(await freezeFlaps(ports, sweep, seen))];
  await reportBrakes(ports, clusterId, [...kept, ...engaged]);
  const nodePoolNames = new Set(changes.keys());
  const hasLimits = await checkSpendLimits(ports, { sweep, clusterId, nodePools: nodePoolNames });
  await sweep.attempt({ kind: 'Cluster', id: clusterId, name }, () =>
    checkAlerts(ports, { clusterId, stored, claims }),
  );
  await checkSharedAlerts(ports, sweep, clusterId);
  sweep.conclude();
  const isTimed = hasLimits || watchesNumbers(stored) || kept.some(willExpire) || isMoving(seen);
  return doneUntil(isTimed ? now + timedCheckMs : null);
}

const willExpire = ({ releasedAt, expiresAt }: Pause): boolean =>
  releasedAt === null && expiresAt !== null;

/**
 * Returns true while rates can rise as NodeClaims leave their window, and while a launched node can
 * become overdue.
 */
function isMoving({ claims, now }: Seen): boolean {
  const isRecent = (at: Instant | null): boolean => at !== null && at > now - rateWindowMs;
  return claims.some(
    ({ state, requestedAt, launchedAt, terminatedAt }) =>
      state === 'Launched' || [requestedAt, launchedAt, terminatedAt].some(isRecent),
  );
}

/** Input of one check. */
interface Seen {
  readonly clusterId: ClusterId;
  readonly now: Instant;
  readonly stored: StoredBrakeSettings;
  readonly claims: readonly RecentClaim[];
  readonly pauses: readonly Pause[];
  /** The last change of each NodePool and its EC2NodeClass. */
  readonly changes: ReadonlyMap<string, Instant>;
}

function lastChanges(
  nodePools: readonly NodePoolDefinition[],
  nodeClasses: readonly NodeClassDefinition[],
): ReadonlyMap<string, Instant> {
  const ofClasses = new Map(nodeClasses.map(({ name, updatedAt }) => [name, updatedAt]));
  return new Map(
    nodePools.map(({ name, updatedAt, spec }) => [
      name,
      Math.max(updatedAt, ofClasses.get(spec.template.spec.nodeClassRef.name) ?? 0),
    ]),
  );
}

/**
 * Releases pauses past their end, brakes for failures of definitions that were changed, and brakes of
 * NodePools that are gone.
 */
async function releaseEnded(
  ports: BrakePorts,
  sweep: Sweep,
  pauses: readonly Pause[],
  changes: Seen['changes'],
): Promise<readonly Pause[]> {
  const now = ports.clock.now();
  const kept: Pause[] = [];
  for (const pause of pauses) {
    const comment = pause.releasedAt === null ? endOf(pause, changes, now) : null;
    const released =
      comment === null
        ? null
        : await sweep.attempt(named('Pause', pause.id), () =>
            ports.store.transaction((tx) =>
              endPause(ports, tx, pause, { actor: kerfAuditActor, comment, requestId: null }),
            ),
          );
    kept.push(released ?? pause);
  }
  return kept;
}

/** Returns why a pause has ended; `null` while it is needed. */
function endOf(
  { cause, scope, evidence, setAt, expiresAt }: Pause,
  changes: Seen['changes'],
  now: Instant,
): string | null {
  if (expiresAt !== null && expiresAt <= now) return 'expired';
  const isOfGonePool = scope.kind === 'NodePool' && !changes.has(scope.nodePool);
  if (cause !== 'User' && isOfGonePool) return `NodePool ${scope.nodePool} was deleted`;
  const isForFailures =
    cause === 'RunawayBrake' && evidence !== null && releasedByChange.includes(evidence.rule);
  if (!isForFailures || scope.kind !== 'NodePool') return null;
  return (changes.get(scope.nodePool) ?? 0) > setAt
    ? `NodePool ${scope.nodePool} or its EC2NodeClass was changed`
    : null;
}

const isOf = (nodePool: string | null, { scope }: Pause): boolean =>
  nodePool === null
    ? scope.kind === 'Cluster'
    : scope.kind === 'NodePool' && scope.nodePool === nodePool;

/** Returns when a brake of the NodePool, or of the cluster, was released last; 0 if never. */
const lastRelease = ({ pauses }: Seen, cause: Pause['cause'], nodePool: string | null): Instant =>
  Math.max(
    0,
    ...pauses
      .filter((pause) => pause.cause === cause && isOf(nodePool, pause))
      .map(({ releasedAt }) => releasedAt ?? 0),
  );

/** A brake engages once, and not for a NodePool that is gone. */
const mayEngage = (
  { pauses, now, changes }: Seen,
  cause: Pause['cause'],
  nodePool: string | null,
): boolean =>
  (nodePool === null || changes.has(nodePool)) &&
  !pauses.some((pause) => pause.cause === cause && isInForce(pause, now) && isOf(nodePool, pause));

async function engageRunaways(
  ports: BrakePorts,
  sweep: Sweep,
  seen: Seen,
): Promise<readonly Pause[]> {
  const { claims, now, changes, clusterId } = seen;
  const found = findRunaways(
    {
      now,
      claims,
      usualNodes: await usualNodes(ports, seen),
      countsFrom: (nodePool) =>
        Math.max(
          lastRelease(seen, 'RunawayBrake', nodePool),
          nodePool === null ? 0 : (changes.get(nodePool) ?? 0),
        ),
    },
    seen.stored.settings,
  );
  return engageAll(
    ports,
    sweep,
    found
      .filter(({ nodePool }) => mayEngage(seen, 'RunawayBrake', nodePool))
      .map(({ nodePool, reason, evidence }) => ({
        cause: 'RunawayBrake',
        clusterId,
        nodePool,
        stops: 'DisruptionAndLaunches',
        reason,
        evidence,
        expiresAt: null,
      })),
  );
}

/** How far back the usual size of a cluster is looked for: it differs between the days of a week. */
const usualWithinMs: DurationMs = 7 * 24 * 3_600_000;

/** Looked up only if it matters, because it reads a week of samples. */
async function usualNodes(
  { store }: BrakePorts,
  { claims, now, clusterId, stored }: Seen,
): Promise<number | null> {
  if (!mayHaveGrown(claims, now, stored.settings)) return null;
  return store.brakes.mostNodes(clusterId, { from: now - usualWithinMs, to: now - rateWindowMs });
}

async function freezeFlaps(ports: BrakePorts, sweep: Sweep, seen: Seen): Promise<readonly Pause[]> {
  const { claims, now, clusterId, stored } = seen;
  const { flapWindowMs, flapFreezeMs } = stored.settings;
  const decisions = await ports.store.brakes.consolidations(clusterId, now - flapWindowMs);
  const flaps = findFlaps(
    {
      now,
      claims,
      consolidations: decisions.flatMap(toRecord),
      countsFrom: (nodePool) => lastRelease(seen, 'FlapDetector', nodePool),
    },
    stored.settings,
  );
  return engageAll(
    ports,
    sweep,
    flaps
      .filter(({ nodePool }) => mayEngage(seen, 'FlapDetector', nodePool))
      .map(({ nodePool, reason, evidence }) => ({
        cause: 'FlapDetector',
        clusterId,
        nodePool,
        stops: 'Consolidation',
        reason,
        evidence,
        expiresAt: now + flapFreezeMs,
      })),
  );
}

async function engageAll(
  ports: BrakePorts,
  sweep: Sweep,
  engagements: readonly Engagement[],
): Promise<readonly Pause[]> {
  const engaged: Pause[] = [];
  for (const engagement of engagements) {
    const { clusterId, nodePool } = engagement;
    const braked = nodePool === null ? named('Cluster', clusterId) : named('NodePool', nodePool);
    const pause = await sweep.attempt(braked, () => engageBrake(ports, engagement));
    if (pause !== null) engaged.push(pause);
  }
  return engaged;
}

function toRecord({ id, decidedAt, finishedAt, body }: Decision): readonly ConsolidationRecord[] {
  if (body.type !== 'Disrupt' || decidedAt === null) return [];
  const { command, replacementClaims = {} } = body;
  return [
    {
      id,
      at: decidedAt,
      finishedAt,
      candidates: command.candidates,
      moves: command.moves.flatMap(({ pod, from, to }) => (to === null ? [] : [{ pod, from, to }])),
      replacementClaims,
    },
  ];
}

/** Shows the brakes in force as findings. */
async function reportBrakes(
  ports: Pick<Ports, 'store' | 'clock'>,
  clusterId: ClusterId,
  pauses: readonly Pause[],
): Promise<void> {
  const now = ports.clock.now();
  const codes = { RunawayBrake: 'RUNAWAY_BRAKE', FlapDetector: 'NODE_POOL_FLAPPING' } as const;
  for (const cause of ['RunawayBrake', 'FlapDetector'] as const) {
    const ofCause = pauses.filter((pause) => pause.cause === cause && isInForce(pause, now));
    await replaceFindings(
      ports,
      { clusterId, code: codes[cause] },
      ofCause.map(({ scope, reason }) => ({
        object: scope.kind === 'NodePool' ? `NodePool/${scope.nodePool}` : 'Cluster',
        message: `${sentence(reason)} ${cause === 'FlapDetector' ? 'Consolidation is frozen.' : 'Launches and disruption are paused.'}`,
        remedy: 'Find the cause on the page Brakes, then release the pause there.',
        at: now,
      })),
    );
  }
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
