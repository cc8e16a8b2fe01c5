import { createMemoryHistory } from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import axe from 'axe-core';
import { vi } from 'vitest';
import { App } from '../src/app/app.js';
import { createQueryClient } from '../src/lib/api/query-client.js';
import { setPreferences } from '../src/lib/browser/preferences.js';
import { type LiveConnection, LiveContext } from '../src/lib/live/live-connection.js';
import type { Change } from '../src/lib/live/refetch-on-change.js';
import { type AppRouter, createAppRouter } from '../src/router.js';
import { RecordedApi } from './recording/recorded-api.js';
import { recordedAt } from './recording/recording.js';

export interface RenderedApp {
  readonly user: UserEvent;
  readonly router: AppRouter;
  readonly api: RecordedApi;
  /** Sends a change notice, as the API does over its socket. */
  readonly notify: (change: Pick<Change, 'topic' | 'clusterId'>) => void;
}

/**
 * Renders the dashboard at a path, with the recorded answers of the API at the time of the recording.
 * @param arrange changes answers before the first request
 */
export async function renderApp(
  path: string,
  arrange: (api: RecordedApi) => void = () => undefined,
): Promise<RenderedApp> {
  vi.setSystemTime(recordedAt);
  setPreferences({
    density: 'compact',
    timeZone: 'utc',
    hiddenColumns: {},
    columnOrder: {},
    savedViews: {},
    favoriteClusters: [],
    isExerciseOpen: true,
    isExerciseDismissed: false,
    exerciseSteps: {},
  });
  const api = new RecordedApi();
  arrange(api);
  vi.stubGlobal('fetch', (url: string, { body = '' }: { readonly body?: string }) =>
    api.fetch(url, body),
  );
  const live = createSilentConnection();
  const queryClient = createQueryClient(() => {
    void router.navigate({ to: '/sign-in', search: { to: router.state.location.href } });
  });
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [path] }));
  render(
    <LiveContext value={live.connection}>
      <App queryClient={queryClient} router={router} nonce="" env="test" />
    </LiveContext>,
  );
  await screen.findByRole('main');
  return {
    // No style sheets are loaded, so the check of pointer events is useless; it takes most of a click.
    user: userEvent.setup({ delay: null, pointerEventsCheck: 0 }),
    router,
    api,
    notify: live.notify,
  };
}

/** Returns a connection whose notices the spec sends. */
function createSilentConnection() {
  const handlers = new Set<Parameters<LiveConnection['open']>[1]>();
  const status = { state: 'live', since: 0 } as const;
  const connection: LiveConnection = {
    open: (_url, handler) => {
      handlers.add(handler);
      return () => handlers.delete(handler);
    },
    status: () => status,
    subscribe: () => () => undefined,
  };
  return {
    connection,
    notify: ({ topic, clusterId }: Pick<Change, 'topic' | 'clusterId'>) => {
      for (const handler of handlers) handler.onChange({ topic, clusterId, id: null });
    },
  };
}

/** Returns the accessibility problems of the page, as axe finds them. */
export async function axeViolations(): Promise<readonly string[]> {
  const { violations } = await axe.run(document.body, {
    resultTypes: ['violations'],
    // Colors need a browser: e2e/pages.spec.ts checks them in both themes.
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}
