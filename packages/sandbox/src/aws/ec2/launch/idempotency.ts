import { createHash } from 'node:crypto';
import { AwsError } from '../../aws-error.js';
import type { Call } from '../../operation.js';

/** A request with a client token: the operation and its input without the token. */
export interface IdempotentRequest {
  readonly operation: string;
  readonly token: string | undefined;
  readonly input: object;
}

/** EC2 keeps tokens for at least a day. */
const retentionMs = 24 * 3_600_000;

/**
 * Creates a resource, or returns the one that the same request with the same token created.
 * @param create returns the ID of the new resource
 * @throws AwsError `IdempotentParameterMismatch` if another request used the token
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
    // Tokens are in order of use, so all others are newer.
    if (old.usedAt > now - retentionMs) break;
    usedTokens.delete(old.id);
    // Fleets are stored only to answer repeated tokens.
    fleets.delete(old.resourceId);
  }
  const resourceId = create();
  usedTokens.set(id, { id, inputDigest, resourceId, usedAt: now });
  return resourceId;
}

/** The parser creates fields in the order of the schema, so equal requests have equal JSON. */
function digestOf(input: object): string {
  return createHash('sha256').update(JSON.stringify(input)).digest('hex');
}
