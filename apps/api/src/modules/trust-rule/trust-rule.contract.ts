import { type TrustRule as Rule, trustRuleLimits } from '@kerf/application';
import { z } from 'zod';
import type { TrustRule } from '../../generated/schema-types.js';
import type { OperationSpec } from '../../rest/operation.js';
import { namedListQuery, wholeListOf } from '../../rest/whole-list.js';
import {
  bodyOf,
  components,
  idPath,
  instant,
  list,
  text,
  whole,
  wholeIn,
  word,
} from '../../rest/wire.js';
import { type AccessNames, toScopeView } from '../access/access.mapper.js';
import { scopeBody, scopeResource } from '../access/access.resource.js';

export function toTrustRuleView(
  { scope, creatorId, ...rule }: Rule,
  names: Pick<AccessNames, 'facts' | 'clusters'>,
): TrustRule {
  return { ...rule, hasMaker: creatorId !== null, scope: toScopeView(scope, names) };
}

const condition = {
  claim: text.meta({ description: 'Name of the claim; `/` reads a member' }),
  operator: word('ClaimOperator'),
  value: text,
};

const terms = {
  name: text,
  issuer: text.meta({ examples: ['https://token.actions.githubusercontent.com'] }),
  audience: text,
  role: text,
  lifetimeSeconds: wholeIn([trustRuleLimits.shortestSeconds, trustRuleLimits.longestSeconds]),
};

const trustRuleResource = z
  .object({
    id: text,
    ...terms,
    conditions: list(z.object(condition)),
    scope: scopeResource,
    createdAt: instant,
    createdBy: text,
    hasMaker: z.boolean().meta({
      description:
        'Whether its tokens are limited by its maker; false until an older rule is saved',
    }),
    version: whole,
  })
  .register(components, { id: 'TrustRule' });

const trustRuleBody = bodyOf('TrustRuleInput', {
  ...terms,
  conditions: list(z.strictObject(condition)),
  scope: scopeBody,
});

export const trustRuleOperations = {
  list: {
    id: 'listTrustRules',
    summary: 'Rules that trust workloads of other identity providers, by name',
    query: z.strictObject(namedListQuery),
    answer: wholeListOf('TrustRules', trustRuleResource),
  },
  get: { id: 'getTrustRule', summary: 'One trust rule', path: idPath, answer: trustRuleResource },
  create: {
    id: 'createTrustRule',
    summary: 'Creates a trust rule',
    body: trustRuleBody,
    answer: trustRuleResource,
    status: 201,
    storesAnswer: true,
  },
  update: {
    id: 'updateTrustRule',
    summary: 'Changes a trust rule; tokens that it has issued stay valid until they expire',
    path: idPath,
    body: trustRuleBody,
    answer: trustRuleResource,
    needsVersion: true,
  },
  remove: {
    id: 'deleteTrustRule',
    summary: 'Deletes a trust rule and revokes the tokens that it has issued',
    path: idPath,
    needsVersion: true,
    answer: trustRuleResource,
  },
} as const satisfies Record<string, OperationSpec>;
