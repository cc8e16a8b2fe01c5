import { describe, expect, it } from 'vitest';
import { runOnSupportedNode } from './index.js';

/** Runs a program on this version of Node; returns the effects. */
async function runOn(version: string) {
  const written: string[] = [];
  const node = {
    versions: { node: version },
    stderr: { write: (text: string) => written.push(text) },
    exitCode: 0,
  };
  let loads = 0;
  await runOnSupportedNode(node, () => {
    loads += 1;
    return Promise.resolve();
  });
  return { loads, exitCode: node.exitCode, written };
}

describe('a program on a version of Node', () => {
  it.each(['24.0.0', '24.21.0', '26.1.0'])('is loaded on %s', async (version) => {
    expect(await runOn(version)).toEqual({ loads: 1, exitCode: 0, written: [] });
  });

  it.each(['18.20.4', '20.20.2', '22.22.0', '9.0.0'])('is not loaded on %s', async (version) => {
    const { loads, exitCode, written } = await runOn(version);
    expect({ loads, exitCode }).toEqual({ loads: 0, exitCode: 1 });
    expect(written).toEqual([
      `Kerf needs Node 24 or newer, and this is Node ${version}: run it through npm ` +
        '(npm start, npm run admin) or with node_modules/.bin/node, which npm install put there.\n',
    ]);
  });
});
