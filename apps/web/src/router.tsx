import type { QueryClient } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { CrashPage } from './app/crash-page.js';
import { NotFoundPage } from './app/not-found-page.js';
import { applyRoute } from './routes/apply.js';
import { auditRoute } from './routes/audit.js';
import { budgetsRoute } from './routes/budgets.js';
import { clusterRoute } from './routes/cluster.js';
import { costRoute } from './routes/cost.js';
import { decisionRoute } from './routes/decision.js';
import { decisionsRoute } from './routes/decisions.js';
import { fleetRoute } from './routes/fleet.js';
import { interruptionsRoute } from './routes/interruptions.js';
import { nodeRoute } from './routes/node.js';
import { nodeClaimRoute } from './routes/node-claim.js';
import { nodeClassesRoute } from './routes/node-classes.js';
import { nodePoolsRoute } from './routes/node-pools.js';
import { notFoundRoute } from './routes/not-found.js';
import { pendingPodsRoute } from './routes/pending-pods.js';
import { registerClusterRoute } from './routes/register-cluster.js';
import { rootRoute } from './routes/root.js';
import { settingsRoute } from './routes/settings.js';
import { shellRoute } from './routes/shell.js';
import { signInRoute } from './routes/sign-in.js';

const routeTree = rootRoute.addChildren([
  signInRoute,
  shellRoute.addChildren([
    fleetRoute,
    registerClusterRoute,
    clusterRoute,
    nodeRoute,
    nodeClaimRoute,
    pendingPodsRoute,
    decisionsRoute,
    decisionRoute,
    interruptionsRoute,
    nodePoolsRoute,
    nodeClassesRoute,
    applyRoute,
    costRoute,
    budgetsRoute,
    auditRoute,
    settingsRoute,
    notFoundRoute,
  ]),
]);

export function createAppRouter(queryClient: QueryClient, history?: RouterHistory) {
  return createRouter({
    routeTree,
    context: { queryClient },
    ...(history === undefined ? {} : { history }),
    defaultPreload: 'intent',
    // TanStack Query decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: CrashPage,
    defaultNotFoundComponent: NotFoundPage,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
