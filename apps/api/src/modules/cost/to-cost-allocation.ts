import { can, type Principal } from '@kerf/application';
import type { Instant } from '@kerf/core';
import type { CostAllocation as AllocationRow, CostAllocationRequest } from '@kerf/db';
import { badInput } from '../../contract/public-error.js';
import type { CostAllocation, QueryCostAllocationArgs } from '../../generated/schema-types.js';

/** A page or file does not show more; a chart shows about a dozen. */
export const mostGroups = 1_000;
export const usualGroups = 100;

/** The key of a label in Kubernetes: a name of 63 characters after a DNS prefix of 253 and a slash. */
const labelKey = /^(?:[a-z0-9.-]{1,253}\/)?[A-Za-z0-9](?:[\w.-]{0,61}[A-Za-z0-9])?$/;
/** Names of several teams together. */
const longestKey = 2_000;

/**
 * Returns which pods the cost is allocated to. Callers who may not see users know their own teams only.
 * @throws INPUT.INVALID for arguments that do not fit together
 */
export function readCostAllocationRequest(
  args: QueryCostAllocationArgs,
  principal: Principal,
): CostAllocationRequest {
  const { by, clusterId, teams, groups } = args;
  const limit = groups ?? usualGroups;
  if (limit < 1 || limit > mostGroups) throw refused('groups', `must be 1 to ${mostGroups}`);
  const seesTeams = can(principal, 'identity.read', { kind: 'Organization' }).isAllowed;
  return {
    by,
    label: readLabel(args),
    clusterId: clusterId ?? null,
    teams,
    of: readGroup(args),
    knownTeams: seesTeams ? null : principal.teams,
    limit,
  };
}

function readLabel({ by, of, label }: QueryCostAllocationArgs): string | null {
  if (by !== 'Label' && of !== 'Label') return null;
  if (label !== null && label !== undefined && labelKey.test(label)) return label;
  const example = 'e.g. app or app.kubernetes.io/name';
  throw refused('label', `must be the key of a label, ${example}, for LABEL`);
}

function readGroup({ of, key }: QueryCostAllocationArgs): CostAllocationRequest['of'] {
  const dimension = of ?? null;
  const named = key ?? null;
  if (dimension === null && named === null) return null;
  if (dimension === null || named === null) {
    throw refused(
      dimension === null ? 'of' : 'key',
      'must be given, too: of and key name a share together',
    );
  }
  if (dimension === 'Owner') throw refused('of', 'must be NAMESPACE, TEAM or LABEL');
  if (named.length <= longestKey) return { dimension, key: named };
  throw refused('key', `must have at most ${longestKey} characters`);
}

const refused = (path: string, message: string) =>
  badInput(`${path} ${message}.`, [{ path, message }]);

/** Returns the view of an allocation. */
export function toCostAllocation(
  {
    asOf,
    priceMicroUsdPerHour,
    nodes,
    unpricedNodes,
    shares,
  }: AllocationRow & { readonly asOf: Instant | null },
  now: Instant,
): CostAllocation {
  return {
    asOf: asOf ?? now,
    total: priceMicroUsdPerHour,
    nodes,
    unpricedNodes,
    shares: shares.map(({ priceMicroUsdPerHour: price, ...share }) => ({ ...share, price })),
  };
}
