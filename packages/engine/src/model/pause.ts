import type { Instant } from '@kerf/core';

/** Lists what a pause can stop, from the least to the most. */
export const pauseExtents = ['Consolidation', 'Disruption', 'DisruptionAndLaunches'] as const;
/** Extent of a pause, one of {@link pauseExtents}. */
export type PauseExtent = (typeof pauseExtents)[number];

/** Lists what a pause can be about, from the widest to the narrowest. */
export const pauseScopeKinds = ['Organization', 'Team', 'Cluster', 'NodePool'] as const;
/** Kind of the scope of a pause, one of {@link pauseScopeKinds}. */
export type PauseScopeKind = (typeof pauseScopeKinds)[number];

/** A pause that is in force for a NodePool: a person, or a brake of Kerf, stops changes. */
export interface NodePoolPause {
  readonly pauseId: string;
  readonly scope: PauseScopeKind;
  readonly stops: PauseExtent;
  /** Why, as the owner wrote it. */
  readonly reason: string;
  /** The person responsible for it; `kerf` for a brake. */
  readonly owner: string;
  /** When it ends by itself; `null`: when someone releases it. */
  readonly until: Instant | null;
}
