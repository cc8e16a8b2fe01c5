import { createRoute } from '@tanstack/react-router';
import { Shell } from '../app/shell.js';
import { rootRoute } from './root.js';

/** Everything behind the sign-in stands in the frame. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: Shell,
});
