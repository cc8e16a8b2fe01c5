import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from './shell.js';

export const nodeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/clusters/$name/nodes/$node',
  component: lazyRouteComponent(() => import('./node.view.js'), 'NodeView'),
});
