import { createContext, useContext } from 'react';
import type { AccessAction, ShellQuery } from '../../gql/graphql.js';

/** The signed-in user and their permissions. */
export interface Viewer {
  readonly name: string;
  readonly hasPassword: boolean;
  /** Whether the user may set a password; users of the identity provider may not. */
  readonly canSetPassword: boolean;
  /**
   * Returns why an action is not allowed anywhere; absent when it is allowed somewhere. Without an
   * action, every signed-in user may act.
   */
  readonly refusalOf: (action?: AccessAction) => string | undefined;
}

const notLoaded = 'Your permissions are not loaded yet';

/** Before the user is loaded, nothing can be changed. */
const unknownViewer: Viewer = {
  name: '',
  hasPassword: true,
  canSetPassword: true,
  refusalOf: () => notLoaded,
};

export function toViewer(viewer: ShellQuery['viewer'] | undefined): Viewer {
  if (viewer === undefined) return unknownViewer;
  const { name, hasPassword, canSetPassword, permissions } = viewer;
  const refusals = new Map(
    permissions.map(({ action, isAllowed, reason }) => [
      action,
      isAllowed ? undefined : (reason ?? 'Your roles do not allow this'),
    ]),
  );
  return {
    name,
    hasPassword,
    canSetPassword,
    refusalOf: (action) => (action === undefined ? undefined : refusals.get(action)),
  };
}

export const ViewerContext = createContext(unknownViewer);

export const useViewer = (): Viewer => useContext(ViewerContext);
