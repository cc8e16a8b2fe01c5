import { createContext, useContext } from 'react';

/** The signed-in user and their permissions. */
export interface Viewer {
  readonly name: string;
  readonly hasPassword: boolean;
  /** Why writing is not allowed; absent when it is. */
  readonly readOnlyReason: string | undefined;
}

/** Before the user is loaded, nothing can be changed. */
export const unknownViewer: Viewer = {
  name: '',
  hasPassword: true,
  readOnlyReason: 'Your permissions are not loaded yet',
};

export const ViewerContext = createContext(unknownViewer);

export const useViewer = (): Viewer => useContext(ViewerContext);
