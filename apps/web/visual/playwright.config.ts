import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromiumOptions } from '../../../tools/chromium.js';

const web = join(import.meta.dirname, '..');

/** The built dashboard with the recorded answers of the API, in the browser. */
export default defineConfig({
  testDir: '.',
  outputDir: join(web, 'node_modules/.cache/visual'),
  snapshotPathTemplate: '{testDir}/expected/{arg}{ext}',
  reporter: [['list']],
  fullyParallel: true,
  workers: 2,
  // These limits end what hangs: a busy machine takes three times as long as an idle one.
  timeout: 240_000,
  // A few pixels at the edges of curves depend on the machine.
  expect: { timeout: 60_000, toHaveScreenshot: { maxDiffPixels: 40 } },
  use: {
    baseURL: 'http://localhost',
    locale: 'en-US',
    timezoneId: 'UTC',
    launchOptions: chromiumOptions,
    contextOptions: { reducedMotion: 'reduce' },
  },
});
