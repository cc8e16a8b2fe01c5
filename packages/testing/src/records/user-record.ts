import type { User } from '@kerf/application';
import { recordedAt } from './cluster-records.js';

/** A user without a password, groups and sign-ins. */
export function aUser(fields: Partial<User> = {}): User {
  return {
    id: 'usr_ada',
    name: 'ada',
    hasPassword: false,
    createdAt: recordedAt,
    groups: [],
    disabledAt: null,
    lastSignInAt: null,
    ...fields,
  };
}
