import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromiumOptions } from '../tools/chromium.js';
import { results, root, sessionFile, stackFolder } from './paths.js';

const cli = 'node packages/local-stack/dist/cli.js';

export default defineConfig({
  testDir: '.',
  outputDir: join(results, 'tests'),
  reporter: [['list']],
  // The tests change the same product, so they run one after another.
  workers: 1,
  // These limits end what hangs: a busy machine takes three times as long as an idle one.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  webServer: {
    name: 'npm start',
    // The simulated day is paused, so that only the tests change the load.
    command: `${cli} reset && exec ${cli} start --day-speed 0`,
    cwd: root,
    env: { KERF_DATA_DIR: stackFolder },
    wait: { stdout: /Kerf is running\./ },
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGINT', timeout: 30_000 },
  },
  use: {
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: chromiumOptions,
  },
  projects: [
    { name: 'sign-in', testMatch: 'sign-in.spec.ts' },
    {
      name: 'journeys',
      testIgnore: 'sign-in.spec.ts',
      dependencies: ['sign-in'],
      use: { storageState: sessionFile },
    },
  ],
});
