import { Delete, Get, Module, Post, Put } from '@nestjs/common';
import { IssuerKeys } from '../../auth/workload/issuer-keys.js';
import { TokenExchangeController } from '../../auth/workload/token-exchange.handlers.js';
import { WorkloadTokens } from '../../auth/workload/workload-tokens.js';
import { versioned } from '../../contract/versioned.js';
import { withId } from '../../contract/with-id.js';
import type { TrustRule } from '../../generated/schema-types.js';
import { asIs } from '../../handlers/declare-write.js';
import { serveNoun } from '../../handlers/serve-noun.js';
import { LiveModule } from '../../live/live.module.js';
import { named } from '../../rest/whole-list.js';
import { AccessModule } from '../access/access.module.js';
import { trustRuleOperations as operations } from './trust-rule.contract.js';
import { TrustRules } from './trust-rules.js';

const asRule = asIs((rule: TrustRule | null) => ({ rule }));

const trustRules = serveNoun(
  { path: 'api/v1/trust-rules', writes: TrustRules, reads: TrustRules },
  (callersWith) => {
    const { whole, one } = callersWith('identity.read');
    whole([operations.list, Get(), 'trustRules'], async (rules, { name }) =>
      named(await rules.list(), name),
    );
    one(
      [operations.get, Get(':id')],
      { kind: 'Trust rule', finds: ['tru', 'TrustRule'] },
      async (rules, id) => withId(await rules.list(), id),
    );
    const { write } = callersWith('identity.write');
    write(operations.create, Post(), 'create', asRule);
    write(
      operations.update,
      Put(':id'),
      (w, caller, { id, expectedVersion, ...input }) => {
        const rule = 'rule' in input ? input.rule : input;
        return w.update(caller, { id, expectedVersion, rule });
      },
      asRule,
    );
    write(
      operations.remove,
      Delete(':id'),
      (w, caller, input) => w.remove(caller, versioned(input)),
      asRule,
    );
  },
);

@Module({
  imports: [AccessModule, LiveModule],
  controllers: [trustRules.controller, TokenExchangeController],
  providers: [trustRules.resolver, TrustRules, WorkloadTokens, IssuerKeys],
})
export class TrustRuleModule {}
