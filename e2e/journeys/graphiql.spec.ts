import { expect, test } from '../product.js';

test('GraphiQL sends queries with the session of its reader, under a strict policy', async ({
  page,
}) => {
  const violations: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text());
  });
  await page.goto('/api/docs/graphql');
  const result = page.getByRole('region', { name: 'Result Window' });
  // A click before the editor has its text sends nothing.
  await expect(async () => {
    await page.getByRole('button', { name: /Execute query/ }).click();
    await expect(result).toContainText('"remaining"', { timeout: 5_000 });
  }).toPass({ timeout: 180_000 });
  await expect(result).toContainText('"clusters"');
  // The schema is read, so that fields are completed and documented.
  await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
  await expect(page.getByRole('link', { name: 'Mutation' })).toBeVisible();
  expect(violations).toEqual([]);
});
