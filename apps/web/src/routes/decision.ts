import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { decisionQuery } from '../features/decisions/decisions.queries.js';
import { shellRoute } from './shell.js';

export const decisionRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/decisions/$id',
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(decisionQuery(params.id));
  },
  component: lazyRouteComponent(
    () => import('../features/decisions/decision-page.js'),
    'DecisionPage',
  ),
});
