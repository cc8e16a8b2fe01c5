import type { Instant, TrustRuleId } from '@kerf/core';
import type { TrustRule } from '../domain/identity/trust-rule.js';

/** Rules that trust workloads of other identity providers. */
export interface TrustRuleRepository {
  /** Returns the rules, ordered by name. */
  list(): Promise<readonly TrustRule[]>;
  find(id: TrustRuleId): Promise<TrustRule | null>;
  /** Finds a rule and locks it against removal until the transaction ends. */
  hold(id: TrustRuleId): Promise<TrustRule | null>;
  /** @throws STATE.CONFLICT when the name is taken */
  insert(rule: TrustRule): Promise<void>;
  /**
   * @returns the saved rule; `null` when it has changed since it was read
   * @throws STATE.CONFLICT when the name is taken
   */
  save(rule: TrustRule): Promise<TrustRule | null>;
  remove(id: TrustRuleId): Promise<boolean>;
  /** Removes the rule's tokens that expired before this time: a pipeline may get hundreds a day. */
  removeExpiredTokens(id: TrustRuleId, before: Instant): Promise<void>;
}
