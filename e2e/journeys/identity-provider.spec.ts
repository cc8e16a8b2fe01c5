import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import {
  clientId,
  clientSecret,
  ProviderUnderTest,
} from '../../apps/api/src/testing/provider-under-test.js';
import { freePort } from '../../packages/testing/src/free-port.js';
import { callApi, clusterIdOf, unbindRole } from '../people.js';
import { clusterInMode, expect, test } from '../product.js';
import { type SecondApi, startSecondApi } from '../second-api.js';

const cluster = clusterInMode('approve').name;
/** A group of the provider that has a role in one cluster. */
const group = 'shop-on-call';
const person = 'margaret';

let folder: string;
let url = '';
let provider: ProviderUnderTest;
let api: SecondApi;
let bindingId: string;

// The browser has no session, and the dashboard of the second API is the one to use.
test.use({
  storageState: { cookies: [], origins: [] },
  baseURL: async ({ baseURL }, use) => use(url === '' ? baseURL : url),
});

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kerf-oidc-'));
  writeFileSync(join(folder, 'secret'), clientSecret, { mode: 0o600 });
  url = `http://127.0.0.1:${await freePort()}`;
  provider = await ProviderUnderTest.start(url);
  provider.people.set(person, {
    email: `${person}@example.com`,
    email_verified: true,
    preferred_username: person,
    groups: [group],
  });
  const bound = await callApi<{ id: string }>('POST', '/api/v1/role-bindings', {
    body: {
      subjectKind: 'GROUP',
      subjectId: group,
      role: 'approver',
      scope: { kind: 'CLUSTER', clusterId: await clusterIdOf(cluster) },
    },
  });
  expect(bound.status, JSON.stringify(bound.body)).toBe(201);
  bindingId = bound.body.id;
  api = await startSecondApi(url, {
    KERF_OIDC_ISSUER: provider.issuer,
    KERF_OIDC_CLIENT_ID: clientId,
    KERF_OIDC_CLIENT_SECRET_FILE: join(folder, 'secret'),
    KERF_OIDC_SCOPES: 'openid profile email groups',
    KERF_OIDC_NAME: 'Example SSO',
  });
});

test.afterAll(async () => {
  await api.stop();
  await provider.stop();
  await unbindRole(bindingId);
  const { body } = await callApi<{ items: { id: string; name: string }[] }>('GET', '/api/v1/users');
  for (const { id, name } of body.items.filter((user) => user.name.startsWith(person))) {
    expect((await callApi('DELETE', `/api/v1/users/${id}`)).status, name).toBe(204);
  }
  rmSync(folder, { recursive: true });
});

test('a person signs in through the identity provider and has the role of their group', async ({
  page,
}) => {
  await test.step('the page that was requested opens after the sign-in there', async () => {
    await page.goto('/decisions');
    await page.getByRole('link', { name: 'Sign in with Example SSO' }).click();
    await signInAtProvider(page);
    await expect(page.getByRole('heading', { name: 'Decisions', exact: true })).toBeVisible();
  });
  await test.step('only the cluster of the role is shown', async () => {
    await page.goto('/');
    const clusters = page.getByRole('grid', { name: 'Clusters' }).getByRole('row');
    await expect(clusters.filter({ hasText: cluster })).toBeVisible();
    // The head, and the cluster.
    await expect(clusters).toHaveCount(2);
  });
  await test.step('what the role does not allow is refused with the reason', async () => {
    await page.goto('/settings/teams');
    const navigation = page.getByRole('navigation', { name: 'Settings' });
    await expect(navigation.getByRole('link', { name: 'Users' })).toHaveCount(0);
    const create = page.getByRole('button', { name: 'Create team' });
    await expect(create).toBeDisabled();
    await expect(create).toHaveAccessibleDescription(/identity|roles|users|administrator/i);
  });
  await test.step('signing out ends the session here and at the provider', async () => {
    await page.getByRole('button', { name: /^margaret.*: settings, theme, sign out$/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: /Yes, sign me out/ }).click();
    await expect(page.getByRole('heading', { name: 'Sign in to Kerf' })).toBeVisible();
    await page.getByRole('link', { name: 'Sign in with Example SSO' }).click();
    await expect(page.getByRole('textbox', { name: 'Enter any login' })).toBeVisible();
  });
});

test('without the identity provider, the sign-in page says so and takes passwords', async ({
  page,
}) => {
  await provider.stop();
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Sign in with Example SSO' }).click();
  await expect(page.getByRole('alert')).toContainText(
    'The identity provider does not respond. Try again in a few minutes, or ask an administrator for a sign-in link.',
  );
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeVisible();
});

// The pages of the provider import fonts from the internet.
test.beforeEach(({ page }) => page.route(/fonts\.googleapis\.com/, (route) => route.abort()));

/** Enters the login on the pages of the provider, and consents. */
async function signInAtProvider(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Enter any login' }).fill(person);
  await page.getByRole('textbox', { name: 'and password' }).fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}
