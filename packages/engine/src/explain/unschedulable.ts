import { deepFreeze, getOrCreate, invariant } from '@kerf/core';
import type { NodePool } from '../model/node-pool.js';
import type { SchedulingReason } from '../model/scheduling-reason.js';
import type { NearestMiss, PoolRefusal, UnschedulablePod } from '../model/scheduling-result.js';
import { isEmptyBits } from '../requirements/bits.js';
import type { Requirements } from '../requirements/requirements.js';
import { findUntolerated } from '../requirements/taints.js';
import type { FirstFitResult } from '../scheduling/first-fit/first-fit-result.js';
import type { NodeClaimTemplate } from '../scheduling/nodes/node-claim-template.js';
import type { PodAttempt, PodGroup } from '../scheduling/pods/pod-group.js';
import type { SchedulingProblem } from '../scheduling/problem/problem.js';
import { CapacityCheck } from './capacity-check.js';
import { fixTargetOf } from './fix-target.js';
import { LabelCheck, type LabelFindings } from './label-check.js';
import { findNearestMiss } from './nearest-miss.js';
import { compareObstacles, nearestObstacle } from './nearness.js';
import { RegionNames } from './region-names.js';
import { TopologyCheck } from './topology-check.js';
import { exclusionOf } from './type-exclusion.js';
import { allTypes, TypeSets } from './type-sets.js';
import { unreadyConflicts, unreadyReason } from './unready-pool.js';
import { volumeConstraints, volumeReason } from './volume-check.js';

type Explanation = Pick<UnschedulablePod, 'reasons' | 'byNodePool'>;

/** Why a NodePool cannot take a pod, in the order of the checks. */
interface PoolObstacles {
  /** All that can be distinguished, at least one. */
  readonly obstacles: readonly SchedulingReason[];
  readonly nearest: NearestMiss | null;
}

type NodePoolObstacles = PoolObstacles & { readonly nodePool: NodePool };

/** Returns why pods were not placed, once for each pod group; nothing is computed for placed pods. */
export class Explainer {
  readonly #problem: SchedulingProblem;
  readonly #region: RegionNames;
  readonly #labels: LabelCheck;
  readonly #types = new TypeSets();
  readonly #capacity: CapacityCheck;
  readonly #topology: TopologyCheck;
  readonly #templates: ReadonlyMap<NodePool, NodeClaimTemplate>;
  readonly #byPodGroup = new Map<PodGroup, Explanation>();
  /** By the constraints of the pod and its volumes: pod groups differ more often in size. */
  readonly #findings = new Map<string, LabelFindings>();

  /** @param result the end of the pass, whose state the reasons refer to */
  constructor(problem: SchedulingProblem, result: FirstFitResult) {
    this.#problem = problem;
    this.#templates = new Map(problem.templates.map((template) => [template.pool, template]));
    this.#region = new RegionNames(problem.space, problem.snapshot);
    this.#labels = new LabelCheck(problem, { types: this.#types, region: this.#region });
    this.#capacity = new CapacityCheck(problem, result, this.#types);
    this.#topology = new TopologyCheck(problem, result, {
      types: this.#types,
      capacity: this.#capacity,
    });
  }

  explain(podGroup: PodGroup): Explanation {
    return getOrCreate(this.#byPodGroup, podGroup, () => deepFreeze(this.#explain(podGroup)));
  }

  #explain(podGroup: PodGroup): Explanation {
    const { nodePools } = this.#problem;
    if (podGroup.refusals.length > 0) return { reasons: podGroup.refusals, byNodePool: [] };
    const attempts = attemptsWithoutPreferences(podGroup);
    if (nodePools.length === 0) return { reasons: [{ code: 'NO_NODE_POOL' }], byNodePool: [] };
    const required = attempts.map(({ strict }) => strict);
    const volumes = volumeReason(this.#problem, podGroup, required);
    if (volumes !== null) return { reasons: [volumes], byNodePool: [] };
    const byNodePool = nodePools
      .map((nodePool) => ({ nodePool, ...this.#nearestAlternative(nodePool, podGroup, attempts) }))
      .sort((a, b) => compareObstacles(a.obstacles, b.obstacles))
      .map(toRefusal);
    return { reasons: [], byNodePool };
  }

  #nearestAlternative(
    nodePool: NodePool,
    podGroup: PodGroup,
    attempts: readonly PodAttempt[],
  ): PoolObstacles {
    const [nearest] = attempts
      .map((attempt) =>
        this.#obstaclesOf(nodePool, { podGroup, attempt, alternatives: attempts.length }),
      )
      .sort((a, b) => compareObstacles(a.obstacles, b.obstacles));
    invariant(nearest !== undefined, 'the pod has no attempt');
    return nearest;
  }

  #obstaclesOf(nodePool: NodePool, check: PodCheck): PoolObstacles {
    const { attempt } = check;
    const taint = findUntolerated(nodePool.template.taints, attempt.tolerations);
    const tainted: readonly SchedulingReason[] =
      taint === null ? [] : [{ code: 'TAINT_NOT_TOLERATED', ...taint }];
    const template = this.#templates.get(nodePool);
    if (template !== undefined) return this.#obstaclesIn(template, check, tainted);
    const conflicts = unreadyConflicts(this.#problem, this.#region, nodePool, attempt.strict);
    return { obstacles: [unreadyReason(nodePool), ...tainted, ...conflicts], nearest: null };
  }

  /** Reasons that do not depend on other pods come first. */
  #obstaclesIn(
    template: NodeClaimTemplate,
    check: PodCheck,
    tainted: readonly SchedulingReason[],
  ): PoolObstacles {
    const { podGroup, attempt } = check;
    const findings = this.#findingsOf(template, check);
    const obstacles = [...this.#ownReason(template), ...tainted, ...findings.conflicts];
    if (isEmptyBits(findings.types)) return { obstacles, nearest: null };
    const lacking = this.#capacity.reasonOf(template, findings, podGroup);
    if (lacking !== null) obstacles.push(lacking);
    if (obstacles.length === 0) {
      obstacles.push(this.#topology.reasonOf({ template, podGroup, findings }, attempt));
    }
    const isSize = obstacles[0] === lacking && lacking !== null && sizeCodes.has(lacking.code);
    const { resources } = this.#problem;
    return {
      obstacles,
      nearest: isSize
        ? findNearestMiss(resources, template, findings.accepted, podGroup.requests)
        : null,
    };
  }

  /** Returns the reason if the requirements of the NodePool itself leave no instance type. */
  #ownReason(template: NodeClaimTemplate): readonly SchedulingReason[] {
    if (!isEmptyBits(this.#types.ofPool(template))) return [];
    const resolved = allTypes(template);
    const exclusion = exclusionOf(this.#problem.space, template, { resolved, unlaunchable: [] });
    const excludedBy = exclusion?.excludedBy;
    const allowed =
      excludedBy?.source === 'NodePool' ? { key: excludedBy.key, terms: excludedBy.terms } : null;
    return [{ code: 'NO_MATCHING_INSTANCE_TYPE', allowed }];
  }

  /** Returns the findings for the volume alternative that the NodePool satisfies best. */
  #findingsOf(
    template: NodeClaimTemplate,
    { podGroup, attempt, alternatives }: PodCheck,
  ): LabelFindings {
    const { spec, volumeAlternatives } = podGroup;
    const claims = volumeAlternatives.length === 0 ? [] : spec.volumes.map(({ claim }) => claim);
    const text = JSON.stringify([template.index, attempt.strict.id, alternatives, claims]);
    return getOrCreate(this.#findings, text, () => {
      const own = attempt.strict.list.map((requirement) => ({ requirement, volume: null }));
      const [first, ...others] = volumeAlternatives;
      if (first === undefined) return this.#labels.check(template, own, alternatives);
      const withVolumes = (alternative: Requirements): LabelFindings =>
        this.#labels.check(
          template,
          [...own, ...volumeConstraints(this.#problem, spec.volumes, alternative)],
          alternatives,
        );
      return others
        .map(withVolumes)
        .reduce(
          (best, one) => (one.conflicts.length < best.conflicts.length ? one : best),
          withVolumes(first),
        );
    });
  }
}

/** A pod that a NodePool is checked for. */
interface PodCheck {
  readonly podGroup: PodGroup;
  /** An attempt without preferences, for one alternative of the pod's node affinity. */
  readonly attempt: PodAttempt;
  /** Number of alternatives. */
  readonly alternatives: number;
}

const sizeCodes: ReadonlySet<string> = new Set([
  'RESOURCE_TOO_LARGE',
  'RESOURCE_COMBINATION_TOO_LARGE',
]);

/**
 * Returns the attempt without preferences for each alternative of the pod's node affinity that new
 * nodes can satisfy.
 */
function attemptsWithoutPreferences({ attempts }: PodGroup): readonly PodAttempt[] {
  const forNewNodes = attempts.filter(({ needsRunningNode }) => !needsRunningNode);
  return [...new Map(forNewNodes.map((attempt) => [attempt.strict.id, attempt])).values()];
}

function toRefusal({ nodePool, obstacles, nearest }: NodePoolObstacles): PoolRefusal {
  const reason = nearestObstacle(obstacles);
  return { nodePool: nodePool.name, reason, nearest, fix: fixTargetOf(reason, nodePool) };
}
