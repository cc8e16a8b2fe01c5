import { labelKeys } from '@kerf/core';
import type { Command } from '../../model/command.js';
import type { PlannedNodeClaim } from '../../model/scheduling-result.js';
import { firstPossibleAttempt } from '../../optimize/packing/compile-packing-model.js';
import type {
  Blueprint,
  BlueprintNode,
  BlueprintPods,
} from '../../scheduling/first-fit/blueprint.js';
import type { PodGroup } from '../../scheduling/pods/pod-group.js';
import type { SchedulingProblem } from '../../scheduling/problem/problem.js';

/**
 * Returns the replacements of a command as a blueprint, so that a simulation gives each of them the
 * pods that the command moves to it, as far as they still exist.
 */
export function replacementsBlueprint(
  problem: SchedulingProblem,
  { replacements, moves }: Pick<Command, 'replacements' | 'moves'>,
): Blueprint {
  const destinations = new Map(moves.map(({ podUid, to }) => [podUid, to]));
  const groups = Map.groupBy(problem.pods, ({ pod }) => destinations.get(pod.uid));
  return {
    nodes: replacements.flatMap((replacement): readonly BlueprintNode[] => {
      const template = problem.templates.find(({ pool }) => pool.name === replacement.nodePool);
      const pods = podsOf(
        problem,
        (groups.get(replacement.id) ?? []).map(({ podGroup }) => podGroup),
      );
      return template === undefined || pods.length === 0
        ? []
        : [{ template, requirements: zoneOf(problem, replacement), pods }];
    }),
  };
}

function podsOf(
  problem: SchedulingProblem,
  podGroups: readonly PodGroup[],
): readonly BlueprintPods[] {
  return [...Map.groupBy(podGroups, (podGroup) => podGroup)].flatMap(([podGroup, { length }]) => {
    const attempt = firstPossibleAttempt(problem, podGroup);
    return attempt === null ? [] : [{ podGroup, attempt, count: length }];
  });
}

/** A spread chooses the zone of a new node, and might choose another one next time. */
function zoneOf(
  { table }: SchedulingProblem,
  { requirements }: PlannedNodeClaim,
): BlueprintNode['requirements'] {
  const { space } = table;
  const zones = requirements.find(({ key }) => key === labelKeys.zone);
  const [zone, ...others] = zones?.operator === 'In' ? zones.values : [];
  const key = space.keyOf(labelKeys.zone);
  if (zone === undefined || others.length > 0 || key === undefined) return [];
  const value = space.valueOf(key, zone);
  return value === undefined ? [] : [table.value(key, value)];
}
