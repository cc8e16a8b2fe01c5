import { DeviceLedger } from '../../devices/device-ledger.js';
import { addBit, type Bits, emptyBits, intersectBits } from '../../requirements/bits.js';
import { onlyValueOf, type Requirements } from '../../requirements/requirements.js';
import type { DomainChoice } from '../../topology/domain-choice.js';
import type { TopologyGroup } from '../../topology/topology-group.js';
import { VolumeUsage } from '../../volumes/volume-usage.js';
import { PoolLimits, type SharedLimits } from '../nodes/limits.js';
import type { NodeClaimTemplate } from '../nodes/node-claim-template.js';
import {
  type InFlightNodeClaim,
  InFlightNodeClaims,
} from '../planned-nodes/in-flight-node-claims.js';
import type { Placement, Rejection } from '../planned-nodes/placement.js';
import { countOnClaim } from '../planned-nodes/record-on-claim.js';
import { ReservationLedger } from '../planned-nodes/reservation-ledger.js';
import type { PodAttempt, PodGroup } from '../pods/pod-group.js';
import type { QueuedPod, SchedulingProblem } from '../problem/problem.js';
import { passWithAddedDomains } from './added-domains.js';
import {
  type Blueprint,
  type BlueprintNode,
  type BlueprintSlot,
  slotsByPodGroup,
} from './blueprint.js';
import { DomainCheck } from './domain-check.js';
import { domainChoicesOf } from './domain-choices.js';
import { ExistingNodeSearch } from './existing-node-search.js';
import type { FirstFitResult } from './first-fit-result.js';
import {
  emptyTarget,
  Fit,
  type FitRequest,
  type FitTarget,
  type ReservedOfferingMode,
} from './fit.js';
import { placeAsScheduler } from './joint-domains.js';
import { podsLeftToScheduler } from './left-to-scheduler.js';
import { choicesThatLeaveRoom, passWithLookAhead } from './look-ahead.js';
import { PodQueue, sortPendingPods } from './pod-queue.js';
import { mayCount, spreadsOf } from './preserve-spreads.js';

/**
 * Runs the FirstFit baseline, Karpenter's algorithm: largest pods first, each to the first node
 * that fits: existing nodes, then planned ones with the fewest pods first, then a new one of the
 * first NodePool that fits. Source: karpenter provisioning/scheduling/scheduler.go Solve @v1.14.1.
 */
export function firstFit(
  problem: SchedulingProblem,
  reservedOfferings: ReservedOfferingMode = 'Strict',
): FirstFitResult {
  return planNodes(problem, reservedOfferings, null);
}

/**
 * Plans the nodes of a blueprint with their pods, with the same checks and in the same order as
 * FirstFit; pods that fit on existing nodes go there first. FirstFit places the remaining pods.
 */
export function fitAsPlanned(
  problem: SchedulingProblem,
  blueprint: Blueprint,
  reservedOfferings: ReservedOfferingMode = 'Strict',
): FirstFitResult {
  return planNodes(problem, reservedOfferings, blueprint);
}

interface PassOptions {
  readonly reservedOfferings: ReservedOfferingMode;
  readonly spreads: ReadonlySet<TopologyGroup>;
  /** Choose domains of several labels so that they leave room for equal pods. */
  readonly looksAhead: boolean;
}

function planNodes(
  problem: SchedulingProblem,
  reservedOfferings: ReservedOfferingMode,
  blueprint: Blueprint | null,
): FirstFitResult {
  const spreads = spreadsOf(problem);
  return passWithLookAhead(problem, (looksAhead) =>
    passWithAddedDomains(problem, spreads, () =>
      new FirstFit(problem, { reservedOfferings, spreads: spreads.groups, looksAhead }).run(
        blueprint,
      ),
    ),
  );
}

class FirstFit {
  readonly #problem: SchedulingProblem;
  readonly #existing: ExistingNodeSearch;
  readonly #claims = new InFlightNodeClaims();
  readonly #ledger: ReservationLedger;
  readonly #devices: DeviceLedger | null;
  readonly #limits: readonly PoolLimits[];
  readonly #fit: Fit;
  readonly #domainRequirements = new DomainCheck();
  readonly #spreads: ReadonlySet<TopologyGroup>;
  readonly #looksAhead: boolean;
  /** Requirements of nodes whose domains the spreads know. */
  readonly #registered = new Set<Requirements>();
  /** By attempt: NodeClaims that refused it for good. Free capacity only decreases. */
  readonly #refusedBy: Bits[] = [];
  /**
   * By pod group: how many pods were placed when it last failed; Infinity if it can never be
   * placed.
   */
  readonly #failedAt: number[] = [];
  #placedCount = 0;
  /** The NodeClaims of blueprint nodes, as indexes in the order of planning. */
  readonly #claimOf = new Map<BlueprintNode, number>();
  /** Where the search for another pod of the last placed attempt may continue. */
  #resume: { readonly attempt: number; readonly position: number } | null = null;

  constructor(problem: SchedulingProblem, { reservedOfferings, spreads, looksAhead }: PassOptions) {
    const { table, resources, templates, deviceCatalog } = problem;
    this.#problem = problem;
    this.#devices = deviceCatalog === null ? null : new DeviceLedger(deviceCatalog, problem.nodes);
    this.#existing = new ExistingNodeSearch(problem.nodes, this.#devices);
    this.#ledger = new ReservationLedger(
      templates.flatMap(({ types }) => types.map(({ source }) => source)),
    );
    const shared: SharedLimits = new Map();
    this.#limits = templates.map(
      (template) =>
        new PoolLimits(template, resources, problem.released.get(template.pool.name), shared),
    );
    this.#fit = new Fit(table, this.#ledger, reservedOfferings, this.#devices);
    this.#spreads = spreads;
    this.#looksAhead = looksAhead;
  }

  run(blueprint: Blueprint | null): FirstFitResult {
    const left = podsLeftToScheduler(this.#problem);
    const schedulable = this.#problem.pods.filter(({ podGroup }) => podGroup.attempts.length > 0);
    this.#placeOnNodes(schedulable.filter(({ pod }) => left.has(pod.uid)));
    let pods: readonly QueuedPod[] = schedulable.filter(({ pod }) => !left.has(pod.uid));
    if (blueprint !== null) {
      const slots = slotsByPodGroup(blueprint);
      pods = this.#placeEach(pods, (next) =>
        this.#placeByBlueprint(next, slots.get(next.podGroup)),
      );
    }
    return {
      unplaced: this.#placeRest(this.#placeEach(pods, (next) => this.#place(next))),
      claims: this.#claims.all,
      podsByNode: this.#existing.podsByNode,
      ledger: this.#ledger,
      devices: this.#devices,
      limits: this.#limits,
    };
  }

  /**
   * Places pods on existing nodes where they fit; no node is planned for the others. They come
   * first, because the cluster's scheduler is about to try them.
   */
  #placeOnNodes(pods: readonly QueuedPod[]): void {
    for (const { pod, podGroup } of sortPendingPods(pods)) {
      for (const attempt of podGroup.attempts) {
        const choices = domainChoicesOf(attempt);
        if (choices === null) continue;
        if (this.#existing.tryPlace(pod, podGroup, attempt, choices) === 'Placed') break;
      }
    }
  }

  /** Tries the pods in their order. @returns those that were not placed */
  #placeEach(
    pods: readonly QueuedPod[],
    place: (next: QueuedPod) => boolean,
  ): readonly QueuedPod[] {
    const queue = new PodQueue(pods);
    for (let next = queue.next(); next !== undefined; next = queue.next()) {
      if (place(next)) queue.placed();
      else queue.failed(next);
    }
    return queue.rest;
  }

  /** Places a pod on its node of the blueprint. A pod without one tries existing nodes only. */
  #placeByBlueprint(queued: QueuedPod, slots: BlueprintSlot[] = []): boolean {
    const { pod, podGroup } = queued;
    const [first] = slots;
    for (const attempt of podGroup.attempts) {
      const choices = domainChoicesOf(attempt);
      const isPlaced =
        choices !== null && this.#existing.tryPlace(pod, podGroup, attempt, choices) === 'Placed';
      if (isPlaced) return true;
      if (first === undefined) return false;
      if (attempt === first.attempt) break;
    }
    const index = slots.findIndex((slot) => this.#fillSlot(queued, slot));
    if (slots[index]?.left === 0) slots.splice(index, 1);
    return index >= 0;
  }

  #fillSlot(queued: QueuedPod, slot: BlueprintSlot): boolean {
    const { podGroup } = queued;
    const { attempt } = slot;
    const choices = domainChoicesOf(attempt);
    if (choices === null) return false;
    const request = {
      podGroup,
      attempt,
      choices: this.#domainRequirementsOf(choices),
      mayTakeNextBest: true,
      mayRelaxMinValues: false,
    };
    const known = this.#claimOf.get(slot.node);
    const isPlaced =
      known === undefined
        ? this.#openPlanned(queued, request, slot.node)
        : this.#fillPlanned(queued, request, known);
    if (isPlaced) slot.left -= 1;
    return isPlaced;
  }

  #openPlanned(queued: QueuedPod, request: FitRequest, node: BlueprintNode): boolean {
    const { template } = node;
    const limits = this.#limits[template.index];
    if (limits === undefined || !limits.hasNodesLeft) return false;
    let { requirements } = template;
    for (const further of node.requirements) {
      requirements = template.narrow(requirements, further) ?? requirements;
    }
    const empty = this.#emptyClaim(template, limits);
    const types = intersectBits(empty.types, template.allowedBy(requirements).types);
    const target = { ...empty, requirements, types };
    const result = this.#fit.tryPlace(target, request);
    if (typeof result === 'string') return false;
    this.#claimOf.set(node, this.#claims.order.length);
    this.#open(queued, request, { ...target, limits: limits.usage }, result);
    limits.take(result.types);
    // The nodes before it were not tried.
    this.#resume = null;
    return true;
  }

  #fillPlanned(queued: QueuedPod, request: FitRequest, index: number): boolean {
    const position = this.#claims.order.positionOf(index);
    const claim = this.#claims.atPosition(position);
    const result = this.#fit.tryPlace(claim, request);
    if (typeof result === 'string') return false;
    this.#claims.fill(position, result, queued);
    this.#commit(claim, request.podGroup, result);
    this.#resume = null;
    return true;
  }

  #place(queued: QueuedPod): boolean {
    const { podGroup } = queued;
    const failedAt = this.#failedAt[podGroup.index];
    if (failedAt === Infinity || failedAt === this.#placedCount) return false;
    let rejection: Rejection = 'Never';
    for (const attempt of podGroup.attempts) {
      const choices = this.#choicesFor(podGroup, attempt);
      const result = choices === null ? 'NotNow' : this.#try(queued, attempt, choices);
      if (result === 'Placed') {
        this.#placedCount += 1;
        return true;
      }
      if (result !== 'Never') rejection = result;
      // Relaxing preferences does not free reserved capacity.
      if (result === 'Reserved') break;
    }
    this.#failedAt[podGroup.index] = rejection === 'Never' ? Infinity : this.#placedCount;
    return false;
  }

  #choicesFor(podGroup: PodGroup, attempt: PodAttempt): readonly DomainChoice[] | null {
    const choices = domainChoicesOf(attempt);
    if (choices === null || !this.#looksAhead) return choices;
    return choicesThatLeaveRoom(this.#problem, { podGroup, attempt }, choices);
  }

  /** Tries pods that were not placed once more, as the kube-scheduler would bind them. */
  #placeRest(pods: readonly QueuedPod[]): readonly QueuedPod[] {
    const failedAt: number[] = [];
    return this.#placeEach(pods, (next) => {
      const { podGroup } = next;
      if (this.#place(next)) return true;
      if (failedAt[podGroup.index] === this.#placedCount) return false;
      failedAt[podGroup.index] = this.#placedCount;
      const isPlaced = podGroup.attempts.some((attempt) =>
        placeAsScheduler(
          this.#problem,
          { podGroup, attempt },
          (choices) => this.#try(next, attempt, choices) === 'Placed',
        ),
      );
      if (isPlaced) this.#placedCount += 1;
      return isPlaced;
    });
  }

  #try(
    queued: QueuedPod,
    attempt: PodAttempt,
    choices: readonly DomainChoice[],
  ): 'Placed' | Rejection {
    const { pod, podGroup } = queued;
    const onNode = this.#existing.tryPlace(pod, podGroup, attempt, choices);
    if (onNode === 'Placed') {
      this.#resume = null;
      return 'Placed';
    }
    const request = {
      podGroup,
      attempt,
      choices: this.#domainRequirementsOf(choices),
      mayTakeNextBest: false,
      mayRelaxMinValues: false,
    };
    const onPlanned = this.#tryPlanned(queued, request);
    if (onPlanned === 'NotNow' && choices.some(({ ranked }) => ranked !== null)) {
      return this.#tryPlanned(queued, { ...request, mayTakeNextBest: true });
    }
    return onPlanned === 'Never' ? onNode : onPlanned;
  }

  /** Tries planned nodes, then a new one. */
  #tryPlanned(queued: QueuedPod, request: FitRequest): 'Placed' | Rejection {
    const onClaim = this.#tryInFlight(queued, request);
    if (onClaim === 'Placed') return 'Placed';
    const onNew = this.#tryNew(queued, request);
    if (onNew === 'Placed' && onClaim !== 'Never') this.#resume = null;
    return onNew === 'Never' ? onClaim : onNew;
  }

  #domainRequirementsOf(choices: readonly DomainChoice[]): FitRequest['choices'] {
    const { table } = this.#problem;
    return choices.map(({ key, domains, ranked }) => ({
      key,
      domainRequirements:
        ranked === null
          ? [table.values(key, domains)]
          : ranked.map((domain) => table.value(key, domain)),
    }));
  }

  #tryInFlight(queued: QueuedPod, request: FitRequest): 'Placed' | Rejection {
    const { id } = request.attempt;
    const { requests } = request.podGroup;
    const refused = this.#refusals(id);
    let rejection: Rejection = 'Never';
    const start = this.#resume?.attempt === id ? this.#resume.position : 0;
    this.#domainRequirements.begin(request.choices);
    for (
      let position = this.#claims.nextPossible(start, requests, refused);
      position < this.#claims.order.length;
      position = this.#claims.nextPossible(position + 1, requests, refused)
    ) {
      const claim = this.#claims.atPosition(position);
      if (!this.#domainRequirements.allows(claim)) {
        rejection = 'NotNow';
        continue;
      }
      const result = this.#fit.tryPlace(claim, request);
      if (typeof result !== 'string') {
        const moved = this.#claims.fill(position, result, queued);
        this.#commit(claim, request.podGroup, result);
        this.#resumeAt(id, rejection === 'Never' ? moved : null);
        return 'Placed';
      }
      if (result === 'Never') addBit(refused, this.#claims.order.at(position));
      else rejection = 'NotNow';
    }
    return rejection;
  }

  /** If a NodePool only waits for a reservation, later NodePools are not tried for the pod. */
  #tryNew(queued: QueuedPod, request: FitRequest): 'Placed' | Rejection {
    let rejection: Rejection = 'Never';
    for (const template of this.#problem.templates) {
      const limits = this.#limits[template.index];
      if (limits === undefined || !limits.hasNodesLeft) continue;
      const target = this.#emptyClaim(template, limits);
      const mayRelaxMinValues = this.#problem.snapshot.settings.minValuesPolicy === 'BestEffort';
      const result = this.#fit.tryPlace(target, { ...request, mayRelaxMinValues });
      if (typeof result !== 'string') {
        this.#open(queued, request, { ...target, limits: limits.usage }, result);
        limits.take(result.types);
        return 'Placed';
      }
      if (result === 'Reserved') return 'Reserved';
      if (result === 'NotNow') rejection = 'NotNow';
    }
    return rejection;
  }

  #emptyClaim(template: NodeClaimTemplate, limits: PoolLimits): FitTarget {
    const host = this.#problem.existingHosts + this.#claims.order.length;
    return emptyTarget(template, limits.affordable, { host, resources: this.#problem.resources });
  }

  #open(
    queued: QueuedPod,
    { podGroup, attempt }: FitRequest,
    target: FitTarget & Pick<InFlightNodeClaim, 'limits'>,
    placement: Placement,
  ): void {
    const volumes = new VolumeUsage();
    volumes.add(podGroup.spec.volumes);
    const claim: InFlightNodeClaim = {
      ...target,
      ...placement,
      volumes,
      pods: [queued],
      hostPorts: [...podGroup.spec.hostPorts],
    };
    this.#resumeAt(attempt.id, this.#claims.open(claim));
    this.#commit(claim, podGroup, placement);
  }

  /** NodeClaims before the position have refused the attempt for good, and have not moved. */
  #resumeAt(attempt: number, position: number | null): void {
    this.#resume = position === null ? null : { attempt, position };
  }

  /** Updates all counts for the placed pod. */
  #commit(claim: InFlightNodeClaim, podGroup: PodGroup, placement: Placement): void {
    const { deviceClaims } = podGroup.spec;
    this.#register(claim);
    if (deviceClaims !== undefined) this.#devices?.place(claim.host, deviceClaims);
    if (this.#ledger.isUsed) this.#ledger.hold(claim.host, placement.reservationIds);
    countOnClaim(podGroup.topologyGroups, claim, placement);
  }

  /** For spreads that count it, a domain exists as soon as it has a node, with or without pods. */
  #register({ template, requirements }: InFlightNodeClaim): void {
    if (this.#registered.has(requirements)) return;
    this.#registered.add(requirements);
    for (const group of this.#spreads) {
      const domain = onlyValueOf(requirements, group.term.key);
      if (domain !== undefined && mayCount(template, group.term.filter, requirements)) {
        group.register(domain);
      }
    }
  }

  #refusals(attempt: number): Bits {
    const needed = (this.#claims.order.length + 31) >> 5;
    const known = this.#refusedBy[attempt];
    if (known !== undefined && known.length >= needed) return known;
    const grown = emptyBits(Math.max(64, needed * 64));
    if (known !== undefined) grown.set(known);
    this.#refusedBy[attempt] = grown;
    return grown;
  }
}
