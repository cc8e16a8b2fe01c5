import type { RoleBindingId, RoleId, TeamId, UserId } from '@kerf/core';
import type { BindingSubject, CustomRole, RoleBinding, Team } from '../domain/identity/role.js';

/** Custom roles, role bindings and teams. */
export interface AccessRepository {
  /**
   * Makes other changes of access wait until this transaction ends, so that two of them cannot
   * remove the last administrators together.
   */
  lock(): Promise<void>;

  /** Returns the custom roles, ordered by name. */
  roles(): Promise<readonly CustomRole[]>;
  /** @throws STATE.CONFLICT when the name is taken */
  insertRole(role: CustomRole): Promise<void>;
  /**
   * @returns the saved role; `null` when it has changed since it was read
   * @throws STATE.CONFLICT when the name is taken
   */
  saveRole(role: CustomRole): Promise<CustomRole | null>;
  removeRole(id: RoleId): Promise<boolean>;

  /** Returns all bindings, oldest first. */
  bindings(): Promise<readonly RoleBinding[]>;
  /** Returns the bindings of these subjects, oldest first. */
  bindingsOf(subjects: readonly BindingSubject[]): Promise<readonly RoleBinding[]>;
  insertBinding(binding: RoleBinding): Promise<void>;
  removeBinding(id: RoleBindingId): Promise<boolean>;
  removeBindingsOf(subject: BindingSubject): Promise<void>;

  /** Returns the teams, ordered by name. */
  teams(): Promise<readonly Team[]>;
  /** @throws STATE.CONFLICT when the name is taken */
  insertTeam(team: Team): Promise<void>;
  /**
   * @returns the saved team; `null` when it has changed since it was read
   * @throws STATE.CONFLICT when the name is taken
   */
  saveTeam(team: Team): Promise<Team | null>;
  removeTeam(id: TeamId): Promise<boolean>;
  /** Removes a user from all teams. */
  removeMember(userId: UserId): Promise<void>;
}
