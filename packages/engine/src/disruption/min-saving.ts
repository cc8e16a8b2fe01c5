import type { MicroUsdPerHour } from '@kerf/core';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { Command } from '../model/command.js';
import type { MinSaving } from '../model/min-saving.js';
import type { NodePool } from '../model/node-pool.js';
import type { DisruptionBlock } from '../model/reason.js';
import { type Candidate, priceOf } from './candidate.js';

/** Minimum savings of a command, with the NodePool that requires them; `null` for the cluster. */
export interface RequiredSaving extends MinSaving {
  readonly sources: Readonly<Record<keyof MinSaving, string | null>>;
}

/**
 * Returns what a command has to save that removes nodes of these NodePools: of each value the
 * highest. A NodePool without a value has the cluster's.
 */
export function requiredSaving(
  cluster: MinSaving,
  nodePools: readonly Pick<NodePool, 'name' | 'disruption'>[],
): RequiredSaving {
  const highest = (
    key: keyof MinSaving,
  ): { readonly value: number; readonly source: string | null } =>
    nodePools
      .map(({ name, disruption: { minSaving = {} } }) => {
        const value = minSaving[key];
        return value === undefined
          ? { value: cluster[key], source: null }
          : { value, source: name };
      })
      .reduce((best, one) => (one.value > best.value ? one : best), {
        value: nodePools.length === 0 ? cluster[key] : -1,
        source: null,
      });
  const absolute = highest('microUsdPerHour');
  const percent = highest('percent');
  const perPodMove = highest('perPodMoveMicroUsdPerHour');
  return {
    microUsdPerHour: absolute.value,
    percent: percent.value,
    perPodMoveMicroUsdPerHour: perPodMove.value,
    sources: {
      microUsdPerHour: absolute.source,
      percent: percent.source,
      perPodMoveMicroUsdPerHour: perPodMove.source,
    },
  };
}

/** Returns what this command has to save. */
export function requiredSavingOf(
  { settings, nodePools }: Pick<ClusterSnapshot, 'settings' | 'nodePools'>,
  { candidates }: Pick<Command, 'candidates'>,
): RequiredSaving {
  const names = new Set(candidates.map(({ nodePool }) => nodePool));
  return requiredSaving(
    settings.minSaving,
    nodePools.filter(({ name }) => names.has(name)),
  );
}

/**
 * Returns a blocker if the command saves less than is required, or if that is unknown; `null` if it
 * saves enough.
 * @param priceMicroUsdPerHour of the nodes that it removes; `null` if unknown
 */
export function minSavingBlock(
  required: RequiredSaving,
  { moves, savingMicroUsdPerHour: saving }: Pick<Command, 'moves' | 'savingMicroUsdPerHour'>,
  priceMicroUsdPerHour: MicroUsdPerHour | null,
): DisruptionBlock | null {
  const { microUsdPerHour, percent, perPodMoveMicroUsdPerHour, sources } = required;
  const isAnyEnough = microUsdPerHour === 0 && percent === 0 && perPodMoveMicroUsdPerHour === 0;
  if (isAnyEnough) return null;
  if (saving === null || priceMicroUsdPerHour === null) return { code: 'PRICE_UNKNOWN' };
  const absolute = { saving: microUsdPerHour, source: sources.microUsdPerHour };
  const relative = {
    saving: Math.ceil((priceMicroUsdPerHour * percent) / 100),
    source: sources.percent,
  };
  const ofMoves = {
    saving: moves.length * perPodMoveMicroUsdPerHour,
    source: sources.perPodMoveMicroUsdPerHour,
  };
  const min = [relative, ofMoves].reduce(
    (most, one) => (one.saving > most.saving ? one : most),
    absolute,
  );
  if (saving >= min.saving) return null;
  return {
    code: 'SAVING_TOO_SMALL',
    savingMicroUsdPerHour: saving,
    minSavingMicroUsdPerHour: min.saving,
    pods: moves.length,
    ...(min.source !== null && { nodePool: min.source }),
  };
}

/** Returns false if moving the pods of the node costs more than the node. */
export function isWorthMoving(
  cluster: MinSaving,
  candidate: Pick<Candidate, 'node' | 'nodePool' | 'reschedulable'>,
): boolean {
  const { perPodMoveMicroUsdPerHour } = requiredSaving(cluster, [candidate.nodePool]);
  const price = priceOf(candidate);
  return (
    perPodMoveMicroUsdPerHour === 0 ||
    (price !== null && candidate.reschedulable.length * perPodMoveMicroUsdPerHour <= price)
  );
}

/**
 * Returns what the command saves less the price of the pods that it moves, in micro-USD per hour;
 * `null` if it is unknown.
 */
export function netSaving(
  snapshot: Pick<ClusterSnapshot, 'settings' | 'nodePools'>,
  command: Pick<Command, 'candidates' | 'moves' | 'savingMicroUsdPerHour'>,
): MicroUsdPerHour | null {
  const { savingMicroUsdPerHour: saving, moves } = command;
  if (saving === null) return null;
  return saving - moves.length * requiredSavingOf(snapshot, command).perPodMoveMicroUsdPerHour;
}

/**
 * Returns true if the command saves more than the other one, less the price of moved pods. No command
 * with an unknown price saves more.
 */
export function savesMore(
  snapshot: Pick<ClusterSnapshot, 'settings' | 'nodePools'>,
  command: Parameters<typeof netSaving>[1],
  other: Parameters<typeof netSaving>[1] | null,
): boolean {
  const saving = netSaving(snapshot, command);
  if (saving === null || other === null) return saving !== null;
  const known = netSaving(snapshot, other);
  return known !== null && saving > known;
}
