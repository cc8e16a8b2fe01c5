import { exerciseCluster, expect, test } from './product.js';

/** As many nodes as the largest clusters of the benchmarks have. */
const count = 5_000;

/** In the browser: the number of colors on the canvas, of which an empty one has one. */
const drawnColors = `(() => {
  const canvas = document.querySelector('canvas');
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return new Set(new Uint32Array(data.buffer)).size;
})()`;

interface AllNodes {
  readonly items: readonly { readonly name: string; readonly price: string | null }[];
}

test('the node map draws 5,000 nodes, and opens the one that is clicked', async ({ page }) => {
  await page.route('**/all-nodes', async (route) => {
    const response = await route.fetch();
    const answer: AllNodes = await response.json();
    const items = Array.from({ length: count }, (_, index) => ({
      ...answer.items[index % answer.items.length],
      name: `node-${index}.ec2.internal`,
      nodePool: `pool-${index % 7}`,
    }));
    await route.fulfill({ json: { ...answer, items } });
  });
  await page.goto(`/clusters/${exerciseCluster().name}?layout=map`);
  const map = page.getByRole('application', { name: /^Map of 5,?000 nodes/ });
  await expect(map).toBeVisible();
  await test.step('with a color for each NodePool', async () => {
    await expect(
      page.getByRole('list', { name: 'Colors: NodePool' }).getByRole('listitem'),
    ).toHaveCount(7);
    await expect.poll(() => page.evaluate<number>(drawnColors)).toBeGreaterThan(20);
  });
  await test.step('shows what is under the pointer, and opens it', async () => {
    await map.hover({ position: { x: 200, y: 200 } });
    const name = await page.getByRole('heading', { level: 3, name: /^node-\d+\./ }).textContent();
    await map.click({ position: { x: 200, y: 200 } });
    await expect(page).toHaveURL(new RegExp(`/nodes/${name}$`));
  });
});
