import { createRoute } from '@tanstack/react-router';
import { Shell } from '../app/shell.js';
import { rootRoute } from './root.js';

/** The application shell around all pages after sign-in. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: Shell,
});
