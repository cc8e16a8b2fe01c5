import type { LabelSelector } from '../model/labels.js';
import type { SchedulingReason } from '../model/scheduling-reason.js';
import { intersectBits, membersOf } from '../requirements/bits.js';
import { maxListedValues } from '../requirements/label-terms.js';
import type { FirstFitResult } from '../scheduling/first-fit/first-fit-result.js';
import type { NodeClaimTemplate } from '../scheduling/nodes/node-claim-template.js';
import type { PodAttempt, PodGroup } from '../scheduling/pods/pod-group.js';
import type { SchedulingProblem } from '../scheduling/problem/problem.js';
import { allowsHost, chooseDomains, type TopologyConstraint } from '../topology/domain-choice.js';
import type { CapacityCheck } from './capacity-check.js';
import type { LabelFindings } from './label-check.js';
import type { TypeSets } from './type-sets.js';

interface Question {
  readonly template: NodeClaimTemplate;
  readonly podGroup: PodGroup;
  readonly findings: LabelFindings;
}

/**
 * Finds the topology constraint that a node of the NodePool, which would otherwise fit the pod,
 * cannot satisfy. If each of them can be satisfied on its own, a pod that may only use reservations
 * waits for one; otherwise the constraints exclude each other.
 */
export class TopologyCheck {
  readonly #problem: SchedulingProblem;
  readonly #result: FirstFitResult;
  readonly #types: TypeSets;
  readonly #capacity: CapacityCheck;

  constructor(
    problem: SchedulingProblem,
    result: FirstFitResult,
    checks: { readonly types: TypeSets; readonly capacity: CapacityCheck },
  ) {
    this.#problem = problem;
    this.#result = result;
    this.#types = checks.types;
    this.#capacity = checks.capacity;
  }

  reasonOf(question: Question, { topology, strict }: PodAttempt): SchedulingReason {
    const host = this.#problem.existingHosts + this.#result.claims.length;
    const refusing = topology.hosts.find((constraint) => !allowsHost(constraint, host));
    if (refusing !== undefined) return this.#reason(refusing, { domains: [], reachable: [] });
    const impossible = topology.keyed.find((keyed) => {
      const { domains } = chooseDomains(keyed, strict);
      return !membersOf(domains).some((domain) => this.#reaches(question, keyed.key, domain));
    });
    const reported = impossible ?? topology.keyed.at(-1);
    const [first] = reported?.constraints ?? [];
    const waits = impossible === undefined && this.#result.ledger.isUsed;
    if (waits || reported === undefined || first === undefined)
      return { code: 'RESERVATION_PENDING' };
    return this.#reason(first, {
      domains: this.#textsOf(reported.key, membersOf(chooseDomains(reported, strict).domains)),
      reachable: this.#textsOf(reported.key, this.#reachable(question, reported.key)),
    });
  }

  /** Returns the first label values with which the NodePool could launch a node for the pod. */
  #reachable(question: Question, key: number): number[] {
    const reachable: number[] = [];
    for (const domain of membersOf(question.template.domainsOf(key))) {
      if (reachable.length === maxListedValues) break;
      if (this.#reaches(question, key, domain)) reachable.push(domain);
    }
    return reachable;
  }

  #reaches({ template, podGroup, findings }: Question, key: number, domain: number): boolean {
    const { table } = this.#problem;
    const accepted = template.narrow(findings.accepted, table.value(key, domain));
    const joined = accepted?.byKey[key];
    if (accepted === null || joined === undefined) return false;
    const types = intersectBits(findings.types, this.#types.with(template, joined));
    const findingsInDomain = { ...findings, accepted, types };
    return this.#capacity.reasonOf(template, findingsInDomain, podGroup) === null;
  }

  #textsOf(key: number, values: readonly number[]): readonly string[] {
    return values.slice(0, maxListedValues).map((value) => this.#problem.space.textOf(key, value));
  }

  #reason(
    { group, isOwn }: TopologyConstraint,
    where: { readonly domains: readonly string[]; readonly reachable: readonly string[] },
  ): SchedulingReason {
    const { kind, key, selector } = group.term;
    return {
      code: 'TOPOLOGY_UNSATISFIABLE',
      kind,
      key: this.#problem.space.nameOf(key),
      selector: textOfSelector(selector),
      isOwn,
      ...where,
    };
  }
}

function textOfSelector(selector: LabelSelector | null): string | null {
  if (selector === null) return null;
  const labels = Object.entries(selector.matchLabels).map(([key, value]) => `${key}=${value}`);
  const expressions = selector.matchExpressions.map(
    ({ key, operator, values }) =>
      `${key} ${operator}${values.length === 0 ? '' : ` (${values.join(', ')})`}`,
  );
  return [...labels, ...expressions].join(', ');
}
