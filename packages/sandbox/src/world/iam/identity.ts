import type { PolicyDocument } from './iam-policy.js';

export type Tags = Readonly<Record<string, string>>;

export interface Account {
  /** Twelve digits. */
  readonly id: string;
  readonly name: string;
}

/** A user with a long-lived access key. */
export interface User {
  /** ID of the access key. */
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly arn: string;
  readonly userId: string;
  readonly secretAccessKey: string;
  readonly allow: readonly ActionPattern[];
  /** Replaces `allow`. */
  readonly policy?: PolicyDocument;
}

/** E.g. `ec2:*`, `ec2:Describe*`, `sts:AssumeRole`. */
export type ActionPattern = string;

export interface Role {
  /** The ARN. */
  readonly id: string;
  readonly roleId: string;
  readonly accountId: string;
  readonly name: string;
  readonly path: string;
  readonly trust: RoleTrust;
  readonly allow: readonly ActionPattern[];
  /** Replaces `allow`. */
  readonly policy?: PolicyDocument;
  readonly createdAt: number;
}

export interface RoleTrust {
  /** Account IDs (any principal that its account allows), ARNs of users or roles, or services. */
  readonly principals: readonly string[];
  /** External ID that a caller must pass; `null` if none is required. */
  readonly externalId: string | null;
}

export interface InstanceProfile {
  /** The ARN. */
  readonly id: string;
  readonly profileId: string;
  readonly accountId: string;
  readonly name: string;
  readonly path: string;
  readonly roleArn: string | null;
  readonly createdAt: number;
  readonly tags: Tags;
}

/** Returns an ARN of IAM; `path` begins and ends with a slash. */
export function iamArn(accountId: string, kind: string, path: string, name: string): string {
  return `arn:aws:iam::${accountId}:${kind}${path}${name}`;
}
