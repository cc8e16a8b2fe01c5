import type { SignInPorts } from '@kerf/application';
import type { JsonObject } from '@kerf/core';
import { Inject, Injectable } from '@nestjs/common';
import {
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';
import { isStorable } from '../../contract/storable-text.js';
import { PORTS } from '../../parts.js';
import { signatureAlgorithms } from '../provider/provider-keys.js';
import { IssuerKeys } from './issuer-keys.js';

/** A verified token of a workload, or why it is not accepted; `message` is for the workload. */
export type WorkloadToken =
  | { readonly kind: 'Verified'; readonly issuer: string; readonly claims: JsonObject }
  | {
      readonly kind: 'Refused';
      readonly why: string;
      readonly message: string;
      readonly issuer: string;
    };

const maxLength = 16_000;
const toleranceSeconds = 60;

/** One answer for unknown issuers and for rules that do not match, so that nobody learns the rules. */
export const noRuleMessage =
  'No trust rule accepts this token. Ask an administrator of Kerf to check the issuer and the conditions of the rules.';

/** Verifies tokens of workloads with the keys of issuers that trust rules name. */
@Injectable()
export class WorkloadTokens {
  constructor(
    @Inject(PORTS) private readonly ports: Pick<SignInPorts, 'store' | 'clock'>,
    @Inject(IssuerKeys) private readonly keys: IssuerKeys,
  ) {}

  async verify(token: string): Promise<WorkloadToken> {
    const read = readUnverified(token);
    if ('kind' in read) return read;
    const { issuer } = read;
    const rules = (await this.ports.store.trustRules.list()).filter(
      (rule) => rule.issuer === issuer,
    );
    if (rules.length === 0) return refused('unknown-issuer', noRuleMessage, issuer);
    const audience = [...new Set(rules.map((rule) => rule.audience))];
    try {
      const claims = await this.#verifySignature(token, { issuer, audience });
      return { kind: 'Verified', issuer, claims };
    } catch (error) {
      return refused(...reasonOf(error), issuer);
    }
  }

  async #verifySignature(
    token: string,
    expected: { readonly issuer: string; readonly audience: string[] },
  ): Promise<JWTPayload> {
    const options = {
      ...expected,
      algorithms: signatureAlgorithms,
      clockTolerance: toleranceSeconds,
      currentDate: new Date(this.ports.clock.now()),
      requiredClaims: ['exp', 'sub'],
    };
    const verifyWith = async (keys: JWTVerifyGetKey): Promise<JWTPayload> =>
      (await jwtVerify(token, keys, options)).payload;
    try {
      return await verifyWith(await this.keys.of(expected.issuer));
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      return verifyWith(await this.keys.of(expected.issuer, true));
    }
  }
}

/** Reads what selects the rules; nothing of it is trusted before the signature is verified. */
function readUnverified(token: string): WorkloadToken | { readonly issuer: string } {
  if (token.length > maxLength) {
    return refused('too-long', `The token has more than ${maxLength} characters.`, '');
  }
  try {
    const { alg = '' } = decodeProtectedHeader(token);
    const { iss = '' } = decodeJwt(token);
    // Nobody has checked the type of a claim yet, and refusals are stored with the issuer.
    if (typeof iss !== 'string' || !isStorable(iss)) return noJwt;
    if (signatureAlgorithms.includes(alg)) return { issuer: iss };
    const message = `The token must be signed with one of ${signatureAlgorithms.join(', ')}.`;
    return refused('algorithm', message, iss);
  } catch {
    return noJwt;
  }
}

const refused = (why: string, message: string, issuer: string) =>
  ({ kind: 'Refused', why, message, issuer }) as const;

const noJwt = refused('no-jwt', 'The token is not a signed JWT.', '');

function reasonOf(error: unknown): readonly [string, string] {
  if (error instanceof errors.JWTExpired) {
    return ['expired', 'The token has expired. Request a new one for each exchange.'];
  }
  if (error instanceof errors.JWTClaimValidationFailed) {
    const { claim } = error;
    if (claim === 'aud') {
      const message =
        'The token is for another audience. Request one for the audience that an administrator of Kerf names.';
      return ['audience', message];
    }
    return ['claim', `The claim ${claim} of the token is missing or invalid.`];
  }
  if (error instanceof errors.JOSEError) {
    return ['signature', 'The signature of the token is invalid.'];
  }
  return ['issuer-unavailable', 'The keys of the issuer cannot be read. Try again later.'];
}
