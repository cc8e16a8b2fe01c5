import type { ApiTokenId, ClusterId, Instant, RoleBindingId, RoleId, TeamId } from '@kerf/core';
import type { AccessAction } from './access-action.js';

/** A role of the organization's own, beside the built-in ones. */
export interface CustomRole {
  readonly id: RoleId;
  /** Unique, and not the name of a built-in role. */
  readonly name: string;
  readonly description: string;
  readonly actions: readonly AccessAction[];
  readonly createdAt: Instant;
  readonly version: number;
}

/**
 * The holder of a role: a user by ID, a group of the identity provider by name, or a token by ID.
 */
export interface BindingSubject {
  readonly kind: 'User' | 'Group' | 'ApiToken';
  readonly id: string;
}

/** Where a role applies. A team's scope is what the team owns when access is checked. */
export type BindingScope =
  | { readonly kind: 'Organization' }
  | { readonly kind: 'Team'; readonly teamId: TeamId }
  | { readonly kind: 'Cluster'; readonly clusterId: ClusterId }
  | { readonly kind: 'NodePool'; readonly clusterId: ClusterId; readonly nodePool: string };

/** Gives a role to a subject in a scope, or denies its actions there. A denial always wins. */
export interface RoleBinding {
  readonly id: RoleBindingId;
  readonly subject: BindingSubject;
  /** A built-in role's name or a custom role's ID. */
  readonly role: string;
  readonly scope: BindingScope;
  readonly effect: 'Allow' | 'Deny';
  readonly createdAt: Instant;
  readonly createdBy: string;
}

/** A part of one cluster that a team owns. */
export type TeamOwnership =
  | { readonly kind: 'Cluster'; readonly clusterId: ClusterId }
  | { readonly kind: 'NodePool'; readonly clusterId: ClusterId; readonly nodePool: string }
  | { readonly kind: 'Namespace'; readonly clusterId: ClusterId; readonly namespace: string };

/** A member of a team: a user by ID, or all users of a group of the identity provider. */
export interface TeamMember {
  readonly kind: 'User' | 'Group';
  readonly id: string;
}

/** People who own clusters, NodePools and namespaces. */
export interface Team {
  readonly id: TeamId;
  readonly name: string;
  readonly owns: readonly TeamOwnership[];
  readonly members: readonly TeamMember[];
  readonly createdAt: Instant;
  readonly version: number;
}

/** Returns the subject of a token's own bindings. */
export const tokenSubject = (id: ApiTokenId): BindingSubject => ({ kind: 'ApiToken', id });
