import type { DeviceAuthorization, TrustRule } from '@kerf/application';
import { claimConditions, deviceTerms, trustRuleScope } from '../json/formats.js';
import { instant, integer, json, text, word } from './columns.js';
import { identifiedBy, none, table } from './table.js';

export const trustRules = table({
  name: 'trust_rules',
  identity: identifiedBy('TrustRule', 'id'),
  fixed: { id: text, createdAt: instant, createdBy: text, version: integer },
  changing: {
    name: text,
    issuer: text,
    audience: text,
    conditions: json(claimConditions),
    role: text,
    scope: json(trustRuleScope),
    lifetimeSeconds: integer,
    creatorId: text.nullable(),
  },
  unread: none,
  toRow: (rule: TrustRule) => rule,
  fromRow: (row): TrustRule => row,
});

const authorizationStates = ['Pending', 'Approved', 'Denied', 'Redeemed'] as const;

/** An authorization to insert. */
interface WrittenAuthorization extends DeviceAuthorization {
  readonly deviceCodeDigest: string;
  readonly userCodeDigest: string;
}

export const deviceAuthorizations = table({
  name: 'device_authorizations',
  identity: identifiedBy('DeviceAuthorization', 'id'),
  fixed: {
    id: text,
    clientName: text,
    address: text,
    createdAt: instant,
    expiresAt: instant,
    pollAfter: instant,
    intervalSeconds: integer,
    state: word(authorizationStates),
    userId: text.nullable(),
    terms: json(deviceTerms).nullable(),
  },
  changing: {},
  unread: { fixed: { deviceCodeDigest: text, userCodeDigest: text }, changing: {} },
  toRow: ({ intervalMs, ...authorization }: WrittenAuthorization) => ({
    ...authorization,
    intervalSeconds: Math.round(intervalMs / 1_000),
  }),
  fromRow: ({ intervalSeconds, ...row }): DeviceAuthorization => ({
    ...row,
    intervalMs: intervalSeconds * 1_000,
  }),
});
