import type { Reason } from '../explain/reason.js';
import { deepFreeze } from '../freeze.js';
import type { NodePool } from '../model/node-pool.js';
import type { NearestMiss, PoolRefusal, UnschedulablePod } from '../model/scheduling-result.js';
import { membersOf } from '../requirements/bits.js';
import { describeRequirement } from '../requirements/describe.js';
import { findIncompatibility, type Requirements } from '../requirements/requirements.js';
import { findUntolerated } from '../requirements/taints.js';
import { allowsHost, chooseDomains, type TopologyConstraint } from '../topology/domain-choice.js';
import type { FirstFitResult } from './first-fit.js';
import { unmetMinValues } from './min-values.js';
import { findNearestMiss } from './nearest-miss.js';
import type { NodeClaimTemplate } from './node-claim-template.js';
import type { PodAttempt, PodClass } from './pod-class.js';
import type { SchedulingProblem } from './problem.js';
import { groupByObstacle } from './rejected-types.js';
import { findObstacle, getsFurther, noObstacle, reasonFor } from './type-obstacles.js';

type Explanation = Pick<UnschedulablePod, 'reasons' | 'byNodePool'>;

/** Says why pods were not placed, once for each class. */
export class Explainer {
  readonly #problem: SchedulingProblem;
  readonly #result: FirstFitResult;
  readonly #byClass = new Map<PodClass, Explanation>();

  /** @param result the end of the pass; what stood in the way then is what is told */
  constructor(problem: SchedulingProblem, result: FirstFitResult) {
    this.#problem = problem;
    this.#result = result;
  }

  explain(podClass: PodClass): Explanation {
    const known = this.#byClass.get(podClass);
    if (known !== undefined) return known;
    const made = this.#explain(podClass);
    this.#byClass.set(podClass, made);
    return made;
  }

  #explain(podClass: PodClass): Explanation {
    const { nodePools } = this.#problem;
    const attempt = podClass.attempts.at(-1);
    if (attempt === undefined) return deepFreeze({ reasons: podClass.refusals, byNodePool: [] });
    if (nodePools.length === 0) {
      return deepFreeze({ reasons: [{ code: 'NO_NODE_POOL' }], byNodePool: [] });
    }
    const byNodePool = nodePools.map((nodePool) => ({
      nodePool: nodePool.name,
      ...this.#refusalOf(nodePool, podClass, attempt),
    }));
    return deepFreeze({ reasons: [], byNodePool });
  }

  #refusalOf(
    nodePool: NodePool,
    podClass: PodClass,
    attempt: PodAttempt,
  ): Omit<PoolRefusal, 'nodePool'> {
    const reason = this.#reasonOf(nodePool, podClass, attempt);
    const template = this.#problem.templates.find(({ pool }) => pool === nodePool);
    const isShort = reason.code === 'RESOURCE_TOO_LARGE' && template !== undefined;
    return { reason, nearest: isShort ? this.#nearestOf(template, podClass, attempt) : null };
  }

  #nearestOf(
    template: NodeClaimTemplate,
    podClass: PodClass,
    attempt: PodAttempt,
  ): NearestMiss | null {
    const own = template.narrow(template.requirements, attempt.requirements);
    const narrowed = this.#narrowByVolumes(template, own ?? template.requirements, podClass);
    if ('code' in narrowed) return null;
    return findNearestMiss(this.#problem.resources, template, narrowed, podClass.requests);
  }

  #reasonOf(nodePool: NodePool, podClass: PodClass, attempt: PodAttempt): Reason {
    if (nodePool.notReady !== null) {
      return { code: 'NODE_POOL_NOT_READY', detail: nodePool.notReady };
    }
    const template = this.#problem.templates.find(({ pool }) => pool === nodePool);
    if (template === undefined) return { code: 'NO_NODE_POOL' };
    const limits = this.#result.limits[template.index];
    if (limits?.hasNodesLeft === false) {
      const limit = nodePool.limits['nodes'] ?? 0;
      const usage = nodePool.usage['nodes'] ?? 0;
      return { code: 'LIMIT_EXCEEDED', resource: 'nodes', limit, usage, needed: 1 };
    }
    const taint = findUntolerated(template.taints, attempt.tolerations);
    if (taint !== null) return { code: 'TAINT_NOT_TOLERATED', ...taint };
    return this.#reasonInside(template, podClass, attempt);
  }

  /** Requirements, volumes and types first: what rules the pod out wherever other pods are. */
  #reasonInside(template: NodeClaimTemplate, podClass: PodClass, attempt: PodAttempt): Reason {
    const clash = this.#clash(template, template.requirements, attempt.requirements);
    if (clash !== null) return clash;
    const own = template.narrow(template.requirements, attempt.requirements);
    const withVolumes = this.#narrowByVolumes(template, own ?? template.requirements, podClass);
    if ('code' in withVolumes) return withVolumes;
    return (
      this.#reasonOfTypes(template, withVolumes, podClass) ??
      this.#reasonOfTopology(template, withVolumes, podClass, attempt)
    );
  }

  /** The requirements with the first volume alternative that they can hold together with. */
  #narrowByVolumes(
    template: NodeClaimTemplate,
    requirements: Requirements,
    { volumeAlternatives }: PodClass,
  ): Requirements | Reason {
    const [first] = volumeAlternatives;
    if (first === undefined) return requirements;
    for (const alternative of volumeAlternatives) {
      const narrowed = template.narrow(requirements, alternative);
      if (narrowed !== null) return narrowed;
    }
    return this.#clash(template, requirements, first) ?? requirements;
  }

  #clash(
    template: NodeClaimTemplate,
    existing: Requirements,
    incoming: Requirements,
  ): Reason | null {
    const { space } = this.#problem;
    const found = findIncompatibility(existing, incoming, (key) => template.hasValue(key));
    if (found === null) return null;
    const key = space.nameOf(found.incoming.key);
    if (found.kind === 'Undefined') return { code: 'LABEL_UNDEFINED', key };
    return {
      code: 'REQUIREMENT_INCOMPATIBLE',
      key,
      wanted: describeRequirement(space, found.incoming),
      found: describeRequirement(space, found.existing),
    };
  }

  /** What the types that get furthest lack; `null` when some would do. */
  #reasonOfTypes(
    template: NodeClaimTemplate,
    requirements: Requirements,
    { requests, spec }: PodClass,
  ): Reason | null {
    if (template.types.length === 0) return { code: 'NO_OFFERING', zones: [], capacityTypes: [] };
    const limits = this.#result.limits[template.index]?.standing ?? [];
    const question = { template, requirements, requests, hostPorts: spec.hostPorts, limits };
    const groups = groupByObstacle([...template.types.keys()], (type) =>
      findObstacle(question, type),
    );
    const suitable = groups.get(noObstacle);
    if (suitable !== undefined) return this.#reasonOfMinValues(template, requirements, suitable);
    const [nearest] = [...groups].sort(
      ([a, left], [b, right]) =>
        Number(getsFurther(b, a)) - Number(getsFurther(a, b)) ||
        right.length - left.length ||
        a - b,
    );
    return nearest === undefined ? null : reasonFor(this.#problem, question, ...nearest);
  }

  #reasonOfMinValues(
    template: NodeClaimTemplate,
    requirements: Requirements,
    types: readonly number[],
  ): Reason | null {
    const compiled = types.flatMap((type) => template.types[type] ?? []);
    const [unmet] = unmetMinValues(requirements, compiled);
    if (unmet === undefined) return null;
    const { requirement, minValues, found } = unmet;
    const key = this.#problem.space.nameOf(requirement.key);
    return { code: 'MIN_VALUES_UNMET', key, minValues, found };
  }

  /**
   * The first rule that a new node of the pool could not keep. Where each can be kept by itself, a pod that
   * may only use reservations waits for a place in one; otherwise the rules do not go together.
   */
  #reasonOfTopology(
    template: NodeClaimTemplate,
    requirements: Requirements,
    podClass: PodClass,
    { topology, strict }: PodAttempt,
  ): Reason {
    const host = this.#problem.existingHosts + this.#result.claims.length;
    const refusing = topology.hosts.find((constraint) => !allowsHost(constraint, host));
    if (refusing !== undefined) return this.#topologyReason(refusing);
    const impossible = topology.keyed.find((rules) => {
      const { key, domains } = chooseDomains(rules, strict);
      return !membersOf(domains).some((domain) => {
        const settled = template.narrow(requirements, this.#problem.table.value(key, domain));
        return settled !== null && this.#reasonOfTypes(template, settled, podClass) === null;
      });
    });
    const isReservation = impossible === undefined && this.#result.ledger.isUsed;
    const [first] = (impossible ?? topology.keyed.at(-1))?.constraints ?? [];
    return isReservation || first === undefined
      ? { code: 'RESERVATION_PENDING' }
      : this.#topologyReason(first);
  }

  #topologyReason({ group }: TopologyConstraint): Reason {
    const { kind, key } = group.rule;
    return { code: 'TOPOLOGY_UNSATISFIABLE', kind, key: this.#problem.space.nameOf(key) };
  }
}
