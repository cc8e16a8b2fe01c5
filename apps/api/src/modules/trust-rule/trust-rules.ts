import {
  type AccessOutcome,
  createTrustRule,
  deleteTrustRule,
  type TrustRule as Rule,
  type SignInPorts,
  updateTrustRule,
} from '@kerf/application';
import { ok } from '@kerf/core';
import { Inject, Injectable } from '@nestjs/common';
import { LiveSockets } from '../../auth/live-sockets.js';
import type { Outcome } from '../../contract/outcome.js';
import type { OfVersion, Versioned } from '../../contract/versioned.js';
import type {
  TrustRule,
  TrustRuleInput,
  UpdateTrustRuleInput,
} from '../../generated/schema-types.js';
import { PORTS } from '../../parts.js';
import type { Caller } from '../../request/current-request.js';
import { AccessReads } from '../access/access.reads.js';
import { toOutcome } from '../access/access.writes.js';
import { toScope } from '../access/access-inputs.js';
import { toTrustRuleView } from './trust-rule.contract.js';

/** Reads and writes of trust rules, for REST and GraphQL. */
@Injectable()
export class TrustRules {
  constructor(
    @Inject(PORTS) private readonly ports: SignInPorts,
    @Inject(AccessReads) private readonly reads: AccessReads,
    @Inject(LiveSockets) private readonly sockets: LiveSockets,
  ) {}

  async list(): Promise<readonly TrustRule[]> {
    const rules = await this.ports.store.trustRules.list();
    const names = await this.reads.names();
    return rules.map((rule) => toTrustRuleView(rule, names));
  }

  async create(
    { principal, requestId }: Caller,
    { scope: given, ...terms }: TrustRuleInput,
  ): Promise<Outcome<TrustRule>> {
    const scope = await toScope(this.ports.store, principal, given);
    if (!scope.ok) return scope;
    const input = { ...terms, scope: scope.value, requestId };
    return this.#view(await createTrustRule(this.ports, principal, input));
  }

  async update(
    { principal, requestId }: Caller,
    { id, expectedVersion, rule: { scope: given, ...terms } }: OfVersion<UpdateTrustRuleInput>,
  ): Promise<Outcome<TrustRule>> {
    const scope = await toScope(this.ports.store, principal, given);
    if (!scope.ok) return scope;
    const input = { ...terms, scope: scope.value, id, expectedVersion, requestId };
    return this.#view(await updateTrustRule(this.ports, principal, input));
  }

  async remove({ principal, requestId }: Caller, input: Versioned): Promise<Outcome<TrustRule>> {
    const outcome = await deleteTrustRule(this.ports, principal, { ...input, requestId });
    await this.sockets.recheck();
    return this.#view(outcome);
  }

  async #view(result: AccessOutcome<Rule>): Promise<Outcome<TrustRule>> {
    const outcome = toOutcome(result);
    return outcome.ok ? ok(toTrustRuleView(outcome.value, await this.reads.names())) : outcome;
  }
}
