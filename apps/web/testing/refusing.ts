import type { AccessAction, ShellQuery } from '../src/gql/graphql.js';

/** Returns the change of the answer about the viewer by which an action is refused. */
export const refusing =
  (action: AccessAction, reason = 'no role') =>
  (frame: ShellQuery): ShellQuery => ({
    ...frame,
    viewer: {
      ...frame.viewer,
      permissions: frame.viewer.permissions.map((permission) =>
        permission.action === action ? { ...permission, isAllowed: false, reason } : permission,
      ),
    },
  });
