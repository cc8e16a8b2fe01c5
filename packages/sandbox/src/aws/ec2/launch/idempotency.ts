import { createHash } from 'node:crypto';
import { AwsError } from '../../aws-error.js';
import type { Call } from '../../service.js';

/** What a client token stands for: the operation and its whole input but the token. */
export interface IdempotentRequest {
  readonly operation: string;
  readonly token: string | undefined;
  readonly input: object;
}

/** EC2 remembers tokens for at least a day. */
const retentionMs = 24 * 3_600_000;

/**
 * Makes a resource, or finds the one that the same request with the same token made before.
 * @param create the id of the new resource
 * @throws AwsError `IdempotentParameterMismatch` when the token came with another request
 */
export function createIdempotently(
  call: Call,
  request: IdempotentRequest,
  create: () => string,
): string {
  const { operation, token, input } = request;
  if (token === undefined || token === '') return create();
  const { usedTokens, fleets } = call.world.state;
  const id = [call.accountId, call.region, operation, token].join('/');
  const inputDigest = digestOf(input);
  const used = usedTokens.get(id);
  if (used !== undefined && used.inputDigest !== inputDigest) {
    throw new AwsError(
      'IdempotentParameterMismatch',
      `The client token '${token}' was used before with other parameters.`,
    );
  }
  if (used !== undefined) return used.resourceId;
  const now = call.world.timers.now();
  for (const old of usedTokens.values()) {
    // Oldest first: the rest are younger.
    if (old.usedAt > now - retentionMs) break;
    usedTokens.delete(old.id);
    // A fleet is only kept to answer its token.
    fleets.delete(old.resourceId);
  }
  const resourceId = create();
  usedTokens.set(id, { id, inputDigest, resourceId, usedAt: now });
  return resourceId;
}

/** The input came out of a parser that follows the schema, so that equal requests look alike. */
function digestOf(input: object): string {
  return createHash('sha256').update(JSON.stringify(input)).digest('hex');
}
