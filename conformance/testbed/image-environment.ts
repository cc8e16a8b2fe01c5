import { readFile } from 'node:fs/promises';

/**
 * Returns the environment that the product's image sets, from the `ENV` line of the stage `runtime`
 * in a Dockerfile, so that the product runs as it does in production.
 * @throws if the stage has no such line
 */
export async function readImageEnvironment(
  file: string,
): Promise<Readonly<Record<string, string>>> {
  const stages = (await readFile(file, 'utf8')).split(/^FROM /m);
  const runtime = stages.find((stage) => /^\S+ AS runtime\n/.test(stage));
  const line = /^ENV (.+)$/m.exec(runtime ?? '')?.[1];
  if (line === undefined) throw new Error(`${file}: the stage runtime has no ENV line`);
  const pairs = [...line.matchAll(/(\w+)=(?:"([^"]*)"|(\S+))/g)];
  return Object.fromEntries(
    pairs.map(([, name = '', quoted, plain = '']) => [name, quoted ?? plain]),
  );
}
