import type { PolicyDocument } from '../../world/iam/iam-policy.js';
import type { ActionPattern } from '../../world/iam/identity.js';

/** The principal that signed a request. */
export interface Caller {
  readonly accountId: string;
  /** ARN of the user or of the assumed role's session. */
  readonly arn: string;
  /** `AIDA…`, or `AROA…:session`. */
  readonly userId: string;
  /** ARN of the assumed role; `null` for a user. */
  readonly roleArn: string | null;
  readonly allow: readonly ActionPattern[];
  /** Replaces `allow`; evaluated for each resource. */
  readonly policy: PolicyDocument | null;
}

/** @param action e.g. `ec2:CreateFleet` */
export function isAllowed(caller: Caller, action: string): boolean {
  return caller.allow.some((pattern) =>
    pattern.endsWith('*') ? action.startsWith(pattern.slice(0, -1)) : pattern === action,
  );
}
