import type { Instant, PauseId } from '@kerf/core';
import { type NodePoolPause, type PauseExtent, pauseExtents, pauseScopeKinds } from '@kerf/engine';
import type { BrakeRule } from './brake-rule.js';
import { type BrakedPool, type BrakeScope, isInScope } from './brake-scope.js';

/** Causes of a pause: a person or a token, or one of the brakes of Kerf. */
export const pauseCauses = ['User', 'RunawayBrake', 'FlapDetector'] as const;
/** One of {@link pauseCauses}. */
export type PauseCause = (typeof pauseCauses)[number];

/** A stop of changes in a scope, until someone releases it or it expires. */
export interface Pause {
  readonly id: PauseId;
  readonly scope: BrakeScope;
  readonly stops: PauseExtent;
  readonly cause: PauseCause;
  /** Why, as a sentence; with the figures if a brake set it. */
  readonly reason: string;
  /** The person responsible for it; `kerf` for a brake. */
  readonly owner: string;
  /** Name of the user or token that set it; `kerf` for a brake. */
  readonly setBy: string;
  readonly setAt: Instant;
  /** When Kerf releases it; `null`: when someone does. */
  readonly expiresAt: Instant | null;
  /** The evidence on which a brake set it; `null` for a pause that a person set. */
  readonly evidence: PauseEvidence | null;
  readonly releasedAt: Instant | null;
  readonly releasedBy: string | null;
  readonly version: number;
}

/** The evidence on which a brake sets a pause. */
export interface PauseEvidence {
  readonly rule: BrakeRule;
  readonly observed: number;
  readonly threshold: number;
  /** The cycle or the failures, oldest first. */
  readonly steps: readonly PauseEvidenceStep[];
  /** Cost of old and new nodes while both ran, in micro-USD; `null` for other rules. */
  readonly costMicroUsd: number | null;
}

/** One decision or failure that a brake saw. */
export interface PauseEvidenceStep {
  readonly at: Instant;
  /** Id of the decision; `null` if it belongs to none. */
  readonly decisionId: string | null;
  readonly text: string;
}

/** Returns true while a pause stops changes. */
export const isInForce = ({ releasedAt, expiresAt }: Pause, now: Instant): boolean =>
  releasedAt === null && (expiresAt === null || expiresAt > now);

/**
 * Returns the pauses in force for a NodePool: those that stop most first, then those of the widest
 * scope, then the oldest.
 */
export function pausesOf(
  pauses: readonly Pause[],
  pool: BrakedPool,
  now: Instant,
): readonly Pause[] {
  return pauses
    .filter((pause) => isInForce(pause, now) && isInScope(pause.scope, pool))
    .toSorted(
      (a, b) =>
        pauseExtents.indexOf(b.stops) - pauseExtents.indexOf(a.stops) ||
        pauseScopeKinds.indexOf(a.scope.kind) - pauseScopeKinds.indexOf(b.scope.kind) ||
        (a.id < b.id ? -1 : 1),
    );
}

/** Returns a pause as the engine and the reasons of pods and nodes have it. */
export const toNodePoolPause = (pause: Pause): NodePoolPause => ({
  pauseId: pause.id,
  scope: pause.scope.kind,
  stops: pause.stops,
  reason: pause.reason,
  owner: pause.owner,
  until: pause.expiresAt,
});

/** Returns the pause as half a sentence, for histories and Events: `paused by ana: bad AMI`. */
export const pauseText = ({ owner, reason }: Pick<Pause, 'owner' | 'reason'>): string =>
  `paused by ${owner}: ${reason}`;
