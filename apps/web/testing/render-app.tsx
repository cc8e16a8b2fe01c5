import { createMemoryHistory } from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import axe from 'axe-core';
import { vi } from 'vitest';
import { createDevApi } from '../dev/api/api.js';
import { createWorld, type World } from '../dev/world/world.js';
import { App } from '../src/app/app.js';
import { createQueryClient } from '../src/lib/api/query-client.js';
import { setPreferences } from '../src/lib/browser/preferences.js';
import { type LiveConnection, LiveContext } from '../src/lib/live/live-connection.js';
import type { Change } from '../src/lib/live/refetch-on-change.js';
import { type AppRouter, createAppRouter } from '../src/router.js';

export interface RenderedApp {
  readonly user: UserEvent;
  readonly router: AppRouter;
  readonly world: World;
  /** Sends a change notice, as the API does over its socket. */
  readonly notify: (change: Pick<Change, 'topic' | 'clusterId'>) => void;
  /** Answers of the API from now on; `undefined` gives it back its voice. */
  readonly answerWith: (answer: (() => Response) | undefined) => void;
}

/** The whole dashboard at a path, over the development API in place of the network. */
export async function renderApp(
  path: string,
  arrange: (world: World) => void = () => undefined,
): Promise<RenderedApp> {
  setPreferences({ density: 'compact', timeZone: 'utc', hiddenColumns: {}, isExerciseOpen: true });
  const world = createWorld({ now: Date.now() });
  arrange(world);
  const api = createDevApi(world, Date.now);
  let override: (() => Response) | undefined;
  vi.stubGlobal('fetch', async (url: string, { body }: { readonly body: string }) => {
    if (override !== undefined) return override();
    if (url !== '/graphql') return signInAnswer(body);
    const { query, variables }: { query: string; variables: Record<string, unknown> } =
      JSON.parse(body);
    return json(await api.run(query, variables));
  });
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
    // No style sheets are loaded, so nothing could refuse the pointer; looking for it costs most of a click.
    user: userEvent.setup({ delay: null, pointerEventsCheck: 0 }),
    router,
    world,
    notify: live.notify,
    answerWith: (answer) => {
      override = answer;
    },
  };
}

export const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'x-request-id': 'req_test' },
  });

function signInAnswer(body: string): Response {
  const { password }: { password: string } = JSON.parse(body);
  if (password === 'correct horse battery') return new Response(null, { status: 204 });
  return json({ title: 'Not signed in', detail: 'Name or password is wrong.' }, 401);
}

/** A connection whose notices the test sends itself. */
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

/** What a person with a screen reader or a keyboard would stumble over. */
export async function axeViolations(): Promise<readonly string[]> {
  const { violations } = await axe.run(document.body, {
    resultTypes: ['violations'],
    // Colours need a browser: looked at with the real one, in both themes.
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}
