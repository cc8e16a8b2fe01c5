import type { PolicyDocument } from '../../world/iam/iam-policy.js';
import type { ActionPattern } from '../../world/iam/identity.js';

/** Who signed a request. */
export interface Caller {
  readonly accountId: string;
  /** The user's, or that of the assumed role's session. */
  readonly arn: string;
  /** `AIDA…`, or `AROA…:session`. */
  readonly userId: string;
  /** The role behind a session; `null` for a user. */
  readonly roleArn: string | null;
  readonly allow: readonly ActionPattern[];
  /** Decides in place of `allow`, resource by resource. */
  readonly policy: PolicyDocument | null;
}

/** @param action e.g. `ec2:CreateFleet` */
export function isAllowed(caller: Caller, action: string): boolean {
  return caller.allow.some((pattern) =>
    pattern.endsWith('*') ? action.startsWith(pattern.slice(0, -1)) : pattern === action,
  );
}
