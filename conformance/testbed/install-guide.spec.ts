import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readInstallScript } from './install-guide.ts';

const guide = fileURLToPath(new URL('../../deploy/README.md', import.meta.url));
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerf-guide-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** Returns the error for a changed guide. */
async function errorFor(change: (text: string) => string): Promise<string> {
  const file = join(folder, 'README.md');
  await writeFile(file, change(await readFile(guide, 'utf8')));
  return readInstallScript(file).then(
    () => 'none',
    (error: Error) => error.message.replace(folder, ''),
  );
}

describe('readInstallScript', () => {
  it('returns the commands of deploy/README.md without the block of variables', async () => {
    const script = await readInstallScript(guide);
    expect(script).toContain('aws iam create-role');
    expect(script).toContain('kubectl apply');
    expect(script).not.toContain('KERF_URL=');
    // The placeholder of the first block would replace the value from the environment.
    expect(script).not.toContain('…');
  });

  it('leaves out the CRDs where Karpenter has installed them', async () => {
    expect(await readInstallScript(guide)).toContain('deploy/crds');
    const script = await readInstallScript(guide, { withCrds: false });
    expect(script).not.toContain('deploy/crds');
    expect(script).toContain('deploy/rbac');
  });

  it.each<[string, (text: string) => string, string]>([
    ['no section', (text) => text.replace('## With commands', '## Commands'), 'has no section'],
    ['another variable', (text) => text.replace('MODE=OBSERVE', 'KIND=1'), 'the first block sets'],
    ['no CRDs', (text) => text.replaceAll('deploy/crds', 'crds'), 'by a block of their own'],
    ['no kubectl', (text) => text.replaceAll('kubectl ', 'oc '), 'no command uses kubectl'],
  ])('fails for a guide with %s', async (_what, change, message) => {
    expect(await errorFor(change)).toContain(message);
  });
});
