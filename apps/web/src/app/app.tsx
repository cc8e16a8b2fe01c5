import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { AppRouter } from '../router.js';
import { colorSchemeManager } from '../ui/color-scheme.js';
import { cssVariables, theme } from '../ui/theme.js';

export interface AppProps {
  readonly queryClient: QueryClient;
  readonly router: AppRouter;
  /** Of this page's content security policy. */
  readonly nonce: string;
}

export function App({ queryClient, router, nonce }: AppProps) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-right" />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
