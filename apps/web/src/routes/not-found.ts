import { createRoute } from '@tanstack/react-router';
import { NotFoundPage } from '../app/not-found-page.js';
import { shellRoute } from './shell.js';

/** Any other URL, within the application shell. */
export const notFoundRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '$',
  component: NotFoundPage,
});
