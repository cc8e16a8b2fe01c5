import type { MicroUsdPerHour } from '@kerf/core';
import type { PauseScopeKind } from './pause.js';

/** A limit of what running nodes may cost per hour, with what they cost now. */
export interface NodePoolSpendLimit {
  /** NodePools with the same id share the limit. */
  readonly limitId: string;
  readonly scope: PauseScopeKind;
  readonly limitMicroUsdPerHour: MicroUsdPerHour;
  /** Cost of the nodes of the scope, including those that are being launched. */
  readonly spendMicroUsdPerHour: MicroUsdPerHour;
}

const prefix = 'kerf.sh/spend/';

/** Returns the resource by which a pass counts a spend limit: each type has its highest price. */
export const spendResource = ({ limitId }: Pick<NodePoolSpendLimit, 'limitId'>): string =>
  prefix + limitId;
