import { accessActions, type CustomRole, type RoleBinding, type Team } from '@kerf/application';
import { scopeColumns, toScope, toScopeColumns } from './brake-scope.js';
import { instant, integer, text, texts, word } from './columns.js';
import { identifiedBy, none, table } from './table.js';

export const customRoles = table({
  name: 'custom_roles',
  identity: identifiedBy('Role', 'id'),
  fixed: { id: text, createdAt: instant, version: integer },
  changing: { name: text, description: text, actions: texts },
  unread: none,
  toRow: (role: CustomRole) => role,
  // An action that this version does not know, e.g. of a newer one, grants nothing.
  fromRow: ({ actions, ...role }): CustomRole => ({
    ...role,
    actions: accessActions.filter((action) => actions.includes(action)),
  }),
});

const subjectKinds = ['User', 'Group', 'ApiToken'] as const;
const effects = ['Allow', 'Deny'] as const;

export const roleBindings = table({
  name: 'role_bindings',
  identity: identifiedBy('RoleBinding', 'id'),
  fixed: {
    id: text,
    subjectKind: word(subjectKinds),
    subjectId: text,
    role: text,
    ...scopeColumns,
    effect: word(effects),
    createdAt: instant,
    createdBy: text,
  },
  changing: {},
  unread: none,
  toRow: ({ subject, scope, ...binding }: RoleBinding) => ({
    ...binding,
    ...toScopeColumns(scope),
    subjectKind: subject.kind,
    subjectId: subject.id,
  }),
  fromRow: ({
    subjectKind,
    subjectId,
    scopeKind,
    teamId,
    clusterId,
    nodePool,
    ...binding
  }): RoleBinding => ({
    ...binding,
    subject: { kind: subjectKind, id: subjectId },
    scope: toScope({ scopeKind, teamId, clusterId, nodePool }),
  }),
});

/** A team without its parts, which are rows of their own. */
type TeamRow = Omit<Team, 'owns' | 'members'>;

export const teams = table({
  name: 'teams',
  identity: identifiedBy('Team', 'id'),
  fixed: { id: text, createdAt: instant, version: integer },
  changing: { name: text },
  unread: none,
  toRow: (team: TeamRow) => team,
  fromRow: (row): TeamRow => row,
});
