import type { UserId } from '@kerf/core';
import { Controller, Delete, Get, Inject, Post } from '@nestjs/common';
import { Args, Context, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Access, CalledBy } from '../../auth/access.js';
import { toUserErrors } from '../../contract/outcome.js';
import { requireObject } from '../../contract/require-object.js';
import type {
  ApiToken,
  QueryApiTokensArgs,
  SetPasswordInput,
  SetPasswordPayload,
  SignOutPayload,
  Viewer,
} from '../../generated/schema-types.js';
import type { GraphqlContext } from '../../graphql/graphql-context.js';
import { FindsObject } from '../../graphql/object-finders.js';
import { asIs, serveWrites } from '../../handlers/serve-writes.js';
import { type ApiPorts, PORTS } from '../../parts.js';
import { type Caller, currentRequest } from '../../request/current-request.js';
import { FromRequest } from '../../rest/from-request.js';
import { type AnswerOf, Operation, type RequestOf } from '../../rest/operation.js';
import { named, pageOfWhole } from '../../rest/whole-list.js';
import { AccessReads } from '../access/access.reads.js';
import { apiTokenOperations as operations } from './api-token.contract.js';
import { toViewerView } from './identity.mapper.js';
import { IdentityWrites, type TokenWithSecret } from './identity.writes.js';

type Operations = typeof operations;

@Controller('api/v1/api-tokens')
@Access('signed-in')
export class ApiTokenController {
  constructor(@Inject(AccessReads) private readonly reads: AccessReads) {}

  @Get()
  @Operation(operations.list)
  async list(
    @FromRequest() { query }: RequestOf<Operations['list']>,
    @CalledBy() { principal }: Caller,
  ): AnswerOf<Operations['list']> {
    return pageOfWhole(named(await this.reads.tokens(principal), query.name), query);
  }

  @Get(':id')
  @Operation(operations.get)
  async get(
    @FromRequest() { path }: RequestOf<Operations['get']>,
    @CalledBy() { principal }: Caller,
  ): AnswerOf<Operations['get']> {
    return requireObject(await this.reads.tokens(principal), path.id, 'API token');
  }
}

@Resolver()
@Access('signed-in')
export class IdentityResolver {
  constructor(
    @Inject(PORTS) private readonly ports: Pick<ApiPorts, 'store'>,
    @Inject(AccessReads) private readonly reads: AccessReads,
    @Inject(IdentityWrites) private readonly writes: IdentityWrites,
  ) {}

  @Query()
  async viewer(@CalledBy() { principal }: Caller): Promise<Viewer> {
    const user = principal.kind === 'User' ? await this.#userOf(principal.id) : null;
    return toViewerView(principal, user, await this.reads.teams(principal));
  }

  async #userOf(id: UserId) {
    const { identity, signIn } = this.ports.store;
    const [user, isOfProvider] = await Promise.all([
      identity.findUser(id),
      signIn.isOfProvider(id),
    ]);
    return user === null ? null : { ...user, isOfProvider };
  }

  @Query()
  async apiTokens(
    @Args() { name }: QueryApiTokensArgs,
    @CalledBy() { principal }: Caller,
  ): Promise<readonly ApiToken[]> {
    return named(await this.reads.tokens(principal), name);
  }

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

  @FindsObject('tok', 'ApiToken')
  async findApiToken(id: string): Promise<ApiToken | null> {
    const caller = currentRequest()?.caller ?? null;
    if (caller === null) return null;
    return (await this.reads.tokens(caller.principal)).find((token) => token.id === id) ?? null;
  }
}

const withSecret = asIs(
  (created: TokenWithSecret | null) => created ?? { token: null, secret: null },
);

export const apiTokenWrites = serveWrites(
  { path: 'api/v1/api-tokens', writes: IdentityWrites, reads: AccessReads },
  (callersWith) => {
    const write = callersWith('api-token.write');
    write(operations.create, Post(), (w, ...call) => w.createToken(...call), withSecret);
    write(
      operations.rotate,
      Post(':id/rotate'),
      (w, caller, input) => w.rotateToken(caller, { overlapMinutes: 0, ...input }),
      withSecret,
    );
    write(
      operations.revoke,
      Delete(':id'),
      (w, caller, { id }) => w.revokeToken(caller, id),
      asIs((token: ApiToken | null) => ({ token })),
    );
  },
);
