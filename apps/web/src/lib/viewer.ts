import { createContext, useContext } from 'react';

/** Who looks, and what they may do. */
export interface Viewer {
  readonly name: string;
  readonly hasPassword: boolean;
  /** Why writing is not allowed; absent when it is. */
  readonly whyReadOnly: string | undefined;
}

/** Until the API has said who looks, nothing may be written. */
export const nobodyYet: Viewer = {
  name: '',
  hasPassword: true,
  whyReadOnly: 'The API has not said yet who you are',
};

export const ViewerContext = createContext(nobodyYet);

export const useViewer = (): Viewer => useContext(ViewerContext);
