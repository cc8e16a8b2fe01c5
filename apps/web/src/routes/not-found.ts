import { createRoute } from '@tanstack/react-router';
import { NotFoundPage } from '../app/not-found-page.js';
import { shellRoute } from './shell.js';

/** Every other address: within the frame, so that the way back is where it always is. */
export const notFoundRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '$',
  component: NotFoundPage,
});
