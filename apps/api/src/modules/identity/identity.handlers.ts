import { Delete, Get, Inject, Post } from '@nestjs/common';
import { Args, Context, Mutation, Resolver } from '@nestjs/graphql';
import { Access, CalledBy } from '../../auth/access.js';
import { toUserErrors } from '../../contract/outcome.js';
import { withId } from '../../contract/with-id.js';
import type {
  ApiToken,
  SetPasswordInput,
  SetPasswordPayload,
  SignOutPayload,
} from '../../generated/schema-types.js';
import type { GraphqlContext } from '../../graphql/graphql-context.js';
import { asIs } from '../../handlers/declare-write.js';
import { serveNoun } from '../../handlers/serve-noun.js';
import type { Caller } from '../../request/current-request.js';
import { named } from '../../rest/whole-list.js';
import { accessOperations } from '../access/access.contract.js';
import { AccessReads } from '../access/access.reads.js';
import { apiTokenOperations as operations } from './api-token.contract.js';
import { IdentityWrites, type TokenWithSecret } from './identity.writes.js';

@Resolver()
@Access('signed-in')
export class IdentityResolver {
  constructor(@Inject(IdentityWrites) private readonly writes: IdentityWrites) {}

  @Mutation()
  @Access('signed-in')
  async setPassword(
    @Args('input') input: SetPasswordInput,
    @CalledBy() caller: Caller,
  ): Promise<SetPasswordPayload> {
    return { userErrors: toUserErrors(await this.writes.setPassword(caller, input)) };
  }

  /** Refused for tokens: a token has no session and is revoked instead. */
  @Mutation()
  @Access('signed-in')
  async signOut(@Context() { endSession }: GraphqlContext): Promise<SignOutPayload> {
    if (endSession === null) {
      const message = 'An API token has no session. Revoke the token instead.';
      return { logoutUrl: null, userErrors: [{ code: 'FORBIDDEN', field: null, message }] };
    }
    return { logoutUrl: await endSession(), userErrors: [] };
  }
}

const withSecret = asIs(
  (created: TokenWithSecret | null) => created ?? { token: null, secret: null },
);

export const identity = serveNoun(
  { path: 'api/v1', writes: IdentityWrites, reads: AccessReads },
  (callersWith) => {
    const { read, whole, one } = callersWith('signed-in');
    const { write } = callersWith('api-token.write');
    read([accessOperations.viewer, Get('viewer'), 'viewer'], (reads, _, { caller }) =>
      reads.viewer(caller.principal),
    );
    whole([operations.list, Get('api-tokens'), 'apiTokens'], async (reads, { name }, { caller }) =>
      named(await reads.tokens(caller.principal), name),
    );
    one(
      [operations.get, Get('api-tokens/:id')],
      { kind: 'API token', finds: ['tok', 'ApiToken'] },
      async (reads, id, { caller }) => withId(await reads.tokens(caller.principal), id),
    );
    write(operations.create, Post('api-tokens'), 'createToken', withSecret);
    write(
      operations.rotate,
      Post('api-tokens/:id/rotate'),
      (w, caller, input) => w.rotateToken(caller, { overlapMinutes: 0, ...input }),
      withSecret,
    );
    write(
      operations.revoke,
      Delete('api-tokens/:id'),
      (w, caller, { id }) => w.revokeToken(caller, id),
      asIs((token: ApiToken | null) => ({ token })),
    );
  },
);
