import type { PolicyDocument } from './iam-policy.js';

export type Tags = Readonly<Record<string, string>>;

export interface Account {
  /** Twelve digits. */
  readonly id: string;
  readonly name: string;
}

/** Somebody with a long-lived access key. */
export interface User {
  /** The access key's id. */
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly arn: string;
  readonly userId: string;
  readonly secretAccessKey: string;
  readonly allow: readonly ActionPattern[];
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
  /** Decides in place of `allow`. */
  readonly policy?: PolicyDocument;
  readonly createdAt: number;
}

export interface RoleTrust {
  /** Account ids (anyone there whom its own account lets), ARNs of users or roles, or services. */
  readonly principals: readonly string[];
  /** What a caller must name; `null` when none is asked for. */
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

/** An ARN of IAM; `path` begins and ends with a slash. */
export function iamArn(accountId: string, kind: string, path: string, name: string): string {
  return `arn:aws:iam::${accountId}:${kind}${path}${name}`;
}
