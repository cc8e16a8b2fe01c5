/** Why a sign-in at the identity provider failed; the sign-in page explains each. */
export type ProviderProblem =
  /** The provider cannot be reached, or answers with an error of its own. */
  | 'provider-unavailable'
  /** No sign-in began in this browser, or another one began since. */
  | 'stale-sign-in'
  /** The user or the provider refused. */
  | 'provider-refused'
  /** The code was used before, or has expired. */
  | 'code-refused'
  /** The answer is not for this sign-in, or its signature or times are wrong. */
  | 'invalid-answer'
  | 'groups-overage'
  | 'foreign-domain'
  | 'not-in-allowed-group'
  | 'user-disabled';

/** A failed sign-in. */
export class ProviderRefusal extends Error {
  override readonly name = 'ProviderRefusal';
  readonly problem: ProviderProblem;

  constructor(problem: ProviderProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}
