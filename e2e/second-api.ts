import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root, stackFolder } from './paths.js';
import { databaseUrl } from './people.js';

/** An API process of its own, with the fleet of the product. */
export interface SecondApi {
  stop(): Promise<void>;
}

const readyTimeoutMs = 60_000;

/**
 * Starts a second API at `url`, as a company with several of them has, with settings that the product
 * of the tests does not have, e.g. an identity provider.
 */
export async function startSecondApi(
  url: string,
  settings: Readonly<Record<string, string>>,
): Promise<SecondApi> {
  const child = spawn(process.execPath, [join(root, 'apps/api/dist/main.js')], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl(),
      KERF_API_PORT: new URL(url).port,
      KERF_PUBLIC_URL: url,
      KERF_WEB_DIST: join(root, 'apps/web/dist'),
      KERF_AUDIT_KEY_FILE: join(stackFolder, 'audit-key.pem'),
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let problems = '';
  child.stderr.on('data', (chunk) => {
    problems += String(chunk);
  });
  const deadline = Date.now() + readyTimeoutMs;
  while (!(await isReady(url))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new TypeError(`the second API is not ready: ${problems}`);
    }
    await sleep(200);
  }
  return {
    stop: async () => {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false;
  }
}
