import { sessionFile } from './paths.js';
import { expect, readProduct, test } from './product.js';

const password = 'correct horse battery staple';

test('a user signs in by the printed link, sets a password, and signs in with it', async ({
  page,
}) => {
  const { signInUrl } = readProduct();
  await test.step('without a session, only the sign-in page is shown', async () => {
    await page.goto('/decisions');
    await expect(page.getByRole('heading', { name: 'Sign in to Kerf' })).toBeVisible();
  });
  await test.step('the link signs the user in', async () => {
    await page.goto(signInUrl);
    await expect(page.getByRole('heading', { name: 'Fleet' })).toBeVisible();
    const clusters = page
      .getByRole('grid', { name: 'Clusters' })
      .getByRole('row', { name: /use1|euw1/ });
    await expect(clusters).toHaveCount(3);
    await expect(clusters.filter({ hasText: 'Unreachable' })).toHaveCount(0);
  });
  await test.step('a password is set', async () => {
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByLabel('New password').fill(password);
    await page.getByRole('button', { name: 'Set password' }).click();
    // Not the confirmation: it is gone after five seconds, which is short on a busy machine.
    await expect(page.getByRole('button', { name: 'Change password' })).toBeVisible();
  });
  await test.step('signing out ends the session', async () => {
    await page.getByRole('button', { name: 'admin: settings, theme, sign out' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in to Kerf' })).toBeVisible();
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Sign in to Kerf' })).toBeVisible();
  });
  await test.step('a wrong password is refused', async () => {
    await page.getByLabel('Name').fill('admin');
    await page.getByRole('textbox', { name: 'Password' }).fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('The user name or password is incorrect.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Sign in to Kerf' })).toBeVisible();
  });
  await test.step('the right password signs the user in', async () => {
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: 'Fleet' })).toBeVisible();
    await page.context().storageState({ path: sessionFile });
  });
});

test('a used link is refused with a message', async ({ page }) => {
  await page.goto(readProduct().signInUrl);
  await expect(page.getByRole('heading', { name: /is used or expired/ })).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Sign in to Kerf' })).toBeVisible();
});
