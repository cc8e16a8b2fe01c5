import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';

export const rootRoute = createRootRouteWithContext<{ readonly queryClient: QueryClient }>()({});
