import { readProduct } from './product.js';

/** Starts a scenario in the sandbox; names and options are those of `npm run sandbox`. */
export async function startScenario(
  name: string,
  options: Readonly<Record<string, unknown>>,
): Promise<void> {
  const response = await fetch(`${readProduct().sandboxControl}/scenarios/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(options),
  });
  if (!response.ok) throw new TypeError(`the sandbox refused: ${await response.text()}`);
}
