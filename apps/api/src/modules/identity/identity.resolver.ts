import type { UserId } from '@kerf/core';
import { Inject } from '@nestjs/common';
import { Args, Context, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Access, CalledBy } from '../../auth/access.js';
import { toUserErrors } from '../../contract/outcome.js';
import type {
  ApiToken,
  CreateApiTokenInput,
  CreateApiTokenPayload,
  QueryApiTokensArgs,
  RevokeApiTokenInput,
  RevokeApiTokenPayload,
  RotateApiTokenInput,
  RotateApiTokenPayload,
  SetPasswordInput,
  SetPasswordPayload,
  SignOutPayload,
  Viewer,
} from '../../generated/schema-types.js';
import type { GraphqlContext } from '../../graphql/graphql-context.js';
import { FindsObject } from '../../graphql/object-finders.js';
import { type ApiPorts, PORTS } from '../../parts.js';
import { type Caller, currentRequest } from '../../request/current-request.js';
import { named } from '../../rest/whole-list.js';
import { AccessReads } from '../access/access.reads.js';
import { toViewerView } from './identity.mapper.js';
import { IdentityWrites } from './identity.writes.js';

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
  @Access('api-token.write')
  async createApiToken(
    @Args('input') input: CreateApiTokenInput,
    @CalledBy() caller: Caller,
  ): Promise<CreateApiTokenPayload> {
    const outcome = await this.writes.createToken(caller, input);
    const created = outcome.ok ? outcome.value : { token: null, secret: null };
    return { ...created, userErrors: toUserErrors(outcome) };
  }

  @Mutation()
  @Access('api-token.write')
  async revokeApiToken(
    @Args('input') { id }: RevokeApiTokenInput,
    @CalledBy() caller: Caller,
  ): Promise<RevokeApiTokenPayload> {
    const outcome = await this.writes.revokeToken(caller, id);
    return { token: outcome.ok ? outcome.value : null, userErrors: toUserErrors(outcome) };
  }

  @Mutation()
  @Access('api-token.write')
  async rotateApiToken(
    @Args('input') input: RotateApiTokenInput,
    @CalledBy() caller: Caller,
  ): Promise<RotateApiTokenPayload> {
    const outcome = await this.writes.rotateToken(caller, { overlapMinutes: 0, ...input });
    const rotated = outcome.ok ? outcome.value : { token: null, secret: null };
    return { ...rotated, userErrors: toUserErrors(outcome) };
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
