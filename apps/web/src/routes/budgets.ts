import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { budgetsSearch } from '../features/budgets/budgets.search.js';
import { shellRoute } from './shell.js';

export const budgetsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/budgets',
  validateSearch: budgetsSearch,
  component: lazyRouteComponent(() => import('../features/budgets/budgets-page.js'), 'BudgetsPage'),
});
