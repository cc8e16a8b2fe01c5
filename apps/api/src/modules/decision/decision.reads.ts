import { type DecisionBody, personIdOf, reviewerOf } from '@kerf/application';
import type { DecisionId } from '@kerf/core';
import {
  type DecisionFilter,
  DecisionQueries,
  type DecisionSummary,
  type Page,
  type PageRequest,
  type ReviewingPerson,
} from '@kerf/db';
import type { SavingProof } from '@kerf/engine';
import { Inject, Injectable } from '@nestjs/common';
import { notFound } from '../../contract/public-error.js';
import type {
  BudgetStatus,
  DecisionApproval,
  DecisionEvent,
  DecisionProgress,
  SavingProofCheck,
} from '../../generated/schema-types.js';
import { LoaderFactory, type Loaders } from '../../graphql/loaders.js';
import { type ApiPorts, PORTS } from '../../parts.js';
import type { Caller } from '../../request/current-request.js';
import { toBudgetView } from '../disruption/disruption.contract.js';
import { toApproval } from './approval.mapper.js';
import {
  type DecisionView,
  toCandidates,
  toDecisionView,
  toDeletedObject,
  toEventView,
  toExistingPlacements,
  toMoves,
  toOutcomeView,
  toPlannedClaims,
  toRemoval,
  toSavingBound,
  toStandaloneClaim,
  toStaticPool,
} from './decision.mapper.js';
import { toPlanCost, toUnschedulable } from './plan.mapper.js';
import { isInProgress, toProgress } from './progress.mapper.js';
import { toSavingProofCheck } from './saving-proof.mapper.js';

/** The body; absent if the decision was removed with its cluster since its row was read. */
export async function bodyOf(id: DecisionId, loaders: Loaders): Promise<readonly DecisionBody[]> {
  const found = await loaders.decisionBody.load(id);
  return found === null ? [] : [found.body];
}

/** Returns the budgets at the time of the decision, as the NodePools' manifests had them then. */
export async function budgetsOf(
  { id, clusterId, proposedAt: at }: Pick<DecisionView, 'id' | 'clusterId' | 'proposedAt'>,
  loaders: Loaders,
): Promise<readonly BudgetStatus[]> {
  const bodies = await bodyOf(id, loaders);
  const budgets = bodies.flatMap((body) => (body.type === 'Disrupt' ? body.budgets : []));
  return Promise.all(
    budgets.map(async (status) => {
      const { nodePool, limitingBudget } = status;
      const then = await loaders.nodePoolThen.load({ clusterId, nodePool, at });
      const budget =
        limitingBudget === null ? null : (then?.spec.disruption.budgets[limitingBudget] ?? null);
      return toBudgetView({ ...status, clusterId, budget });
    }),
  );
}

/** `null` for kinds that never ask. */
export async function approvalOf(
  decision: Pick<DecisionView, 'id' | 'clusterId' | 'nodePools' | 'state'>,
  loaders: Loaders,
  { principal }: Pick<Caller, 'principal'>,
): Promise<DecisionApproval | null> {
  const found = await loaders.decisionApproval.load(decision.id);
  if (found === null) return null;
  const { approval } = found;
  const reviews = await loaders.decisionReviews.load(decision.id);
  const refusal =
    decision.state === 'AwaitingApproval'
      ? await loaders.whyNotApprove(principal, { decision, approval, reviews })
      : null;
  return toApproval(approval, reviews, refusal);
}

export async function eventsOf(
  id: DecisionId,
  loaders: Loaders,
): Promise<readonly DecisionEvent[]> {
  return (await loaders.decisionEvents.load(id)).map(toEventView);
}

/** `null` unless it is approved or executing. */
export async function progressOf(
  decision: Pick<DecisionView, 'id' | 'kind' | 'state' | 'nodeCount'>,
  loaders: Loaders,
): Promise<DecisionProgress | null> {
  if (!isInProgress(decision)) return null;
  const row = await loaders.decisionProgress.load(decision.id);
  return row === null ? null : toProgress(decision, row);
}

/** A stored proof with the result of its check. */
export interface CheckedProof {
  readonly check: SavingProofCheck;
  readonly proof: SavingProof | null;
}

/** Decisions with all details, for REST. */
@Injectable()
export class DecisionReads {
  constructor(
    @Inject(DecisionQueries) private readonly decisionQueries: DecisionQueries,
    @Inject(LoaderFactory) private readonly loaders: LoaderFactory,
    @Inject(PORTS) private readonly ports: Pick<ApiPorts, 'store' | 'clock'>,
  ) {}

  async find(id: DecisionId): Promise<DecisionView | null> {
    const decision = await this.decisionQueries.find(id);
    return decision === null ? null : toDecisionView(decision);
  }

  /** @throws STATE.NOT_FOUND */
  async get(id: DecisionId, caller: Caller) {
    const decision = await this.decisionQueries.find(id);
    if (decision === null) throw notFound(`Decision ${id} not found.`);
    return readDecision(decision, this.loaders.create(), caller);
  }

  /**
   * Checks the bound of its saving from the stored proof.
   * @throws STATE.NOT_FOUND
   */
  async checkSavingProof(id: DecisionId): Promise<CheckedProof> {
    const decision = await this.decisionQueries.find(id);
    if (decision === null) throw notFound(`Decision ${id} not found.`);
    const [proof, bodies] = await Promise.all([
      this.ports.store.decisions.savingProof(id),
      this.decisionQueries.bodies([id]),
    ]);
    return { check: toSavingProofCheck(proof, bodies[0]?.body), proof };
  }

  /** The caller as rules of the approval policy name people. */
  async reviewer({ principal }: Caller): Promise<ReviewingPerson> {
    const reviewer = await reviewerOf(this.ports.store, principal);
    const { personName, roles = [], teams = [] } = reviewer;
    const now = this.ports.clock.now();
    // No list names a person without a name.
    return { personId: personIdOf(reviewer), name: personName ?? '', roles, teams, now };
  }

  page(filter: DecisionFilter, request: PageRequest): Promise<Page<DecisionSummary>> {
    return this.decisionQueries.page(filter, request);
  }
}

async function readDecision(decision: DecisionSummary, loaders: Loaders, caller: Caller) {
  const [bodies, progress, outcome, budgets, events, approval] = await Promise.all([
    bodyOf(decision.id, loaders),
    progressOf(decision, loaders),
    loaders.decisionOutcome.load(decision.id),
    budgetsOf(decision, loaders),
    eventsOf(decision.id, loaders),
    approvalOf(decision, loaders, caller),
  ]);
  return {
    ...toDecisionView(decision),
    progress,
    outcome: toOutcomeView(outcome),
    plannedClaims: bodies.flatMap(toPlannedClaims),
    existingPlacements: bodies.flatMap(toExistingPlacements),
    planCost: toPlanCost(bodies[0]),
    unschedulable: bodies.flatMap(toUnschedulable),
    candidates: bodies.flatMap(toCandidates),
    moves: bodies.flatMap(toMoves),
    savingBound: toSavingBound(bodies[0]),
    ...toRemoval(bodies[0]),
    staticPool: toStaticPool(bodies[0]),
    standaloneClaim: toStandaloneClaim(bodies[0]),
    deletedObject: toDeletedObject(bodies[0]),
    budgets,
    events,
    approval,
  };
}
