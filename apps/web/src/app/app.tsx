import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { AppRouter } from '../router.js';
import { colorSchemeManager } from '../ui/theme/color-scheme.js';
import { cssVariables, theme } from '../ui/theme/theme.js';

/** Loaded after the page, because toasts appear only after an action. */
const Toasts = lazy(async () => ({ default: (await import('../ui/feedback/toasts.js')).Toasts }));

export interface AppProps {
  readonly queryClient: QueryClient;
  readonly router: AppRouter;
  /** The nonce of the content security policy. */
  readonly nonce: string;
  /** For jsdom, in which elements have no size: overlays stay visible, and styles are left out. */
  readonly env?: 'test';
}

export function App({ queryClient, router, nonce, env }: AppProps) {
  return (
    <MantineProvider
      {...(env === undefined ? {} : { env, withCssVariables: false, withGlobalClasses: false })}
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Suspense>
          <Toasts />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  );
}
