import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, type Page, type Route, type WebSocketRoute } from '@playwright/test';
import * as z from 'zod/mini';
import { operationName } from '../testing/recording/operation-name.js';
import { findAnswer } from '../testing/recording/recorded-answers.js';
import { recordedAt } from '../testing/recording/recording.js';

const built = join(import.meta.dirname, '../dist');

/** Texts of the dashboard's documents, by the name of the operation: a build sends no texts. */
const documents = new Map(
  z
    .array(z.string())
    .parse(JSON.parse(readFileSync(join(built, 'graphql-documents.json'), 'utf8')))
    .map((text) => [operationName(text), text]),
);

const requestBody = z.object({
  operationName: z.string(),
  variables: z.record(z.string(), z.unknown()),
});

/**
 * A page of the built dashboard, without a server: its files are those of `dist`, the answers of the API are the
 * recorded or built ones, and the time is that of the recording. A request without an answer fails the test.
 */
export const test = base.extend<{ page: Page }>({
  page: async ({ page }, use) => {
    const failures: unknown[] = [];
    await page.clock.setFixedTime(recordedAt);
    await page.route('**/*', (route) => answer(route).catch((error) => failures.push(error)));
    await page.routeWebSocket('**/graphql', acknowledge);
    await use(page);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    if (failures.length > 0) throw failures[0];
  },
});

export { expect } from '@playwright/test';

async function answer(route: Route): Promise<void> {
  const { pathname } = new URL(route.request().url());
  if (pathname === '/graphql') return answerGraphql(route);
  const file = join(built, pathname);
  const isFile = /\.\w+$/.test(pathname) && existsSync(file);
  return route.fulfill({ path: isFile ? file : join(built, 'index.html') });
}

async function answerGraphql(route: Route): Promise<void> {
  const { operationName: name, variables } = requestBody.parse(route.request().postDataJSON());
  const document = documents.get(name);
  if (document === undefined) throw new Error(`the build has no document of ${name}`);
  await route.fulfill({
    contentType: 'application/json',
    headers: { date: recordedAt.toUTCString(), 'x-request-id': 'req_test' },
    body: `{"data":${findAnswer(document, variables)}}`,
  });
}

/** Accepts the live connection, over which no change is reported. */
function acknowledge(socket: WebSocketRoute): void {
  socket.onMessage((message) => {
    const { type } = z.object({ type: z.string() }).parse(JSON.parse(message.toString()));
    if (type === 'connection_init') socket.send(JSON.stringify({ type: 'connection_ack' }));
    if (type === 'ping') socket.send(JSON.stringify({ type: 'pong' }));
  });
}

/** Opens a page and waits until it shows its data. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
}
