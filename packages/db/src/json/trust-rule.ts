import {
  type BindingScope,
  type ClaimCondition,
  claimOperators,
  type DeviceTerms,
  deviceAccesses,
} from '@kerf/application';
import { z } from 'zod';
import { type FieldsOf, provenTo, recordFormat } from './format.js';
import { number, text } from './values.js';

/** The conditions of a trust rule. */
export const claimConditions = recordFormat<readonly ClaimCondition[]>({
  column: 'trust_rules.conditions',
  schema: z.array(
    z.looseObject({
      claim: text,
      operator: z.enum(claimOperators),
      value: text,
    } satisfies FieldsOf<ClaimCondition>),
  ),
  layout: 'value',
});

/** The scope of a trust rule. */
export const trustRuleScope = recordFormat<BindingScope>({
  column: 'trust_rules.scope',
  schema: provenTo<BindingScope>().read(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('Organization') }),
      z.object({ kind: z.literal('Team'), teamId: text }),
      z.object({ kind: z.literal('Cluster'), clusterId: text }),
      z.object({ kind: z.literal('NodePool'), clusterId: text, nodePool: text }),
    ]),
  ),
  layout: 'value',
});

/** The terms of a confirmed device authorization. */
export const deviceTerms = recordFormat<DeviceTerms>({
  column: 'device_authorizations.terms',
  schema: z.looseObject({
    access: z.enum(deviceAccesses),
    expiresInDays: number,
  } satisfies FieldsOf<DeviceTerms>),
});
