import type { PodVolume } from '../model/pod.js';
import type { LabelTerm, SchedulingReason } from '../model/scheduling-reason.js';
import { emptyBits, uniteBits } from '../requirements/bits.js';
import { termsOf, termsOfValues } from '../requirements/label-terms.js';
import { findIncompatibility, type Requirements } from '../requirements/requirements.js';
import type { PodGroup } from '../scheduling/pods/pod-group.js';
import type { SchedulingProblem } from '../scheduling/problem/problem.js';
import type { LabelConstraint } from './label-check.js';

/** A volume with its alternatives. */
interface PlacedVolume {
  readonly claim: string;
  readonly alternatives: readonly Requirements[];
}

/**
 * Returns why no node can attach the volumes of a pod: no node reaches two of them, or no node of
 * the pod reaches one. `null` if some node can.
 * @param strict what each alternative of the pod requires of nodes, at least one
 */
export function volumeReason(
  problem: SchedulingProblem,
  { spec, volumeAlternatives }: PodGroup,
  strict: readonly Requirements[],
): SchedulingReason | null {
  const volumes = placedVolumes(problem, spec.volumes);
  for (const [index, volume] of volumes.entries()) {
    const other = volumes
      .slice(0, index)
      .find((earlier) => conflictKeyOf(earlier, volume) !== null);
    const conflictKey = other === undefined ? null : conflictKeyOf(other, volume);
    if (other === undefined || conflictKey === null) continue;
    return {
      code: 'VOLUMES_INCOMPATIBLE',
      key: problem.space.nameOf(conflictKey),
      volumes: [other, volume].map((one) => ({
        claim: one.claim,
        required: requiredBy(problem, one, conflictKey),
      })),
    };
  }
  const last = strict.at(-1);
  const isCompatible = strict.some((pod) =>
    volumeAlternatives.some((one) => areCompatible(pod, one)),
  );
  if (last === undefined || volumeAlternatives.length === 0 || isCompatible) return null;
  return conflictWithPod(problem, volumes, last, strict.length);
}

/** Returns the label constraints of volumes, with the claims that they come from. */
export function volumeConstraints(
  problem: SchedulingProblem,
  volumes: readonly PodVolume[],
  alternative: Requirements,
): readonly LabelConstraint[] {
  const placed = placedVolumes(problem, volumes);
  return alternative.list.map((requirement) => ({
    requirement,
    volume:
      placed.find(({ alternatives }) =>
        alternatives.some(({ byKey }) => byKey[requirement.key] !== undefined),
      )?.claim ?? null,
  }));
}

function placedVolumes(
  { table }: SchedulingProblem,
  volumes: readonly PodVolume[],
): readonly PlacedVolume[] {
  return volumes.flatMap(({ claim, nodeRequirements }) =>
    nodeRequirements.length === 0
      ? []
      : {
          claim,
          alternatives: nodeRequirements.map((term) => table.compile(term.matchExpressions)),
        },
  );
}

/**
 * Returns the label on which no alternative of one volume is compatible with one of the other;
 * otherwise `null`.
 */
function conflictKeyOf(a: PlacedVolume, b: PlacedVolume): number | null {
  let conflictKey: number | null = null;
  for (const left of a.alternatives) {
    for (const right of b.alternatives) {
      const found = findIncompatibility(left, right, () => true);
      if (found === null) return null;
      conflictKey = found.incoming.key;
    }
  }
  return conflictKey;
}

function conflictWithPod(
  problem: SchedulingProblem,
  volumes: readonly PlacedVolume[],
  pod: Requirements,
  alternatives: number,
): SchedulingReason | null {
  const asVolume = { claim: '', alternatives: [pod] };
  const volume = volumes.find((one) => conflictKeyOf(asVolume, one) !== null);
  const conflictKey = volume === undefined ? null : conflictKeyOf(asVolume, volume);
  const existing = conflictKey === null ? undefined : pod.byKey[conflictKey];
  if (volume === undefined || conflictKey === null || existing === undefined) return null;
  const key = problem.space.nameOf(conflictKey);
  return {
    code: 'REQUIREMENT_INCOMPATIBLE',
    key,
    required: requiredBy(problem, volume, conflictKey),
    volume: volume.claim,
    alternatives,
    allowed: { source: 'Pod', key, terms: termsOf(problem.space, existing) },
  };
}

/** Returns the values of a label that some alternative of the volume allows. */
function requiredBy(
  { space }: SchedulingProblem,
  { alternatives }: PlacedVolume,
  key: number,
): readonly LabelTerm[] {
  let values = emptyBits(space.valueCount(key));
  for (const { byKey } of alternatives) {
    const allowed = byKey[key]?.allowed;
    if (allowed !== undefined) values = uniteBits(values, allowed);
  }
  return termsOfValues(space, key, values);
}

const areCompatible = (a: Requirements, b: Requirements): boolean =>
  findIncompatibility(a, b, () => true) === null;
