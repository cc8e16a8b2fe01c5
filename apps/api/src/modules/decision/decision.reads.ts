import { openDecisionStates, personIdOf, reviewerOf } from '@kerf/application';
import type { DecisionId } from '@kerf/core';
import {
  type DecisionFilter,
  type DecisionOrder,
  DecisionQueries,
  type ReviewingPerson,
} from '@kerf/db';
import type { SavingProof } from '@kerf/engine';
import { Inject, Injectable } from '@nestjs/common';
import { notFound } from '../../contract/public-error.js';
import { selectsOnly, sortedPeriod } from '../../contract/sorted-period.js';
import type { SavingProofCheck } from '../../generated/schema-types.js';
import { type ApiPorts, PORTS } from '../../parts.js';
import type { Caller } from '../../request/current-request.js';
import { type DecisionView, toDecisionView } from './decision.mapper.js';
import { toSavingProofCheck } from './saving-proof.mapper.js';

type DecisionsInput = Omit<DecisionFilter, 'awaitingReviewOf'> & {
  /** Only decisions to which an approval of the caller would count. */
  readonly waitingForMe?: boolean | null | undefined;
};

/** Reads decisions. */
@Injectable()
export class DecisionReads {
  constructor(
    @Inject(DecisionQueries) readonly queries: DecisionQueries,
    @Inject(PORTS) private readonly ports: Pick<ApiPorts, 'store' | 'clock'>,
  ) {}

  async find(id: DecisionId): Promise<DecisionView | null> {
    const decision = await this.queries.find(id);
    return decision === null ? null : toDecisionView(decision);
  }

  /** @throws STATE.NOT_FOUND */
  async get(id: DecisionId): Promise<DecisionView> {
    const decision = await this.find(id);
    if (decision === null) throw notFound(`Decision ${id} not found.`);
    return decision;
  }

  /** Returns the stored proof of its saving, and the result of a check. */
  async savingProof(
    id: DecisionId,
  ): Promise<(SavingProofCheck & { readonly proof: SavingProof | null }) | null> {
    if ((await this.queries.find(id)) === null) return null;
    const [proof, bodies] = await Promise.all([
      this.ports.store.decisions.savingProof(id),
      this.queries.bodies([id]),
    ]);
    return { ...toSavingProofCheck(proof, bodies[0]?.body), proof };
  }

  /** The caller as rules of the approval policy name people. */
  async #reviewer({ principal }: Caller): Promise<ReviewingPerson> {
    const reviewer = await reviewerOf(this.ports.store, principal);
    const { personName, roles = [], teams = [] } = reviewer;
    const now = this.ports.clock.now();
    // No list names a person without a name.
    return { personId: personIdOf(reviewer), name: personName ?? '', roles, teams, now };
  }

  /**
   * Returns the filter of a list with an order, in which the caller is known.
   * @throws INPUT.INVALID for a period that is too long for the order
   */
  async filterOf(
    { waitingForMe, ...filter }: DecisionsInput,
    order: DecisionOrder,
    caller: Caller,
  ): Promise<DecisionFilter> {
    const isForMe = waitingForMe === true;
    const period = sortedPeriod(
      { from: filter.proposedFrom, to: filter.proposedTo },
      {
        order,
        timeField: 'PROPOSED_AT',
        fromName: 'proposedFrom',
        isInProgress: isForMe || selectsOnly(openDecisionStates, filter.states),
        now: this.ports.clock.now(),
      },
    );
    const awaitingReviewOf = isForMe ? await this.#reviewer(caller) : null;
    return { ...filter, proposedFrom: period.from, proposedTo: period.to, awaitingReviewOf };
  }
}
