import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';

/** Launch options of the browser of an npm package, for Playwright: text is drawn alike on every machine. */
export const chromiumOptions = {
  executablePath: await unpackChromium(),
  args: ['--no-sandbox', '--font-render-hinting=none', '--disable-background-networking'],
};

/**
 * Unpacks the browser of an npm package, so that nothing is downloaded. The package unpacks into
 * the temporary folder and uses an existing copy of any version, so it gets our own folder.
 */
async function unpackChromium(): Promise<string> {
  const before = process.env['TMPDIR'];
  const folder = join(import.meta.dirname, '..', 'node_modules', '.cache', 'kerf-chromium');
  mkdirSync(folder, { recursive: true });
  process.env['TMPDIR'] = folder;
  try {
    return await chromium.executablePath();
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}
