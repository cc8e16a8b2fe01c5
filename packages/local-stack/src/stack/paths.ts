import { join, resolve } from 'node:path';

/**
 * Where the stack keeps what it writes; `npm run reset` clears the folder.
 * @param dataFolder instead of `.kerf` in the root
 */
export function pathsOf(root: string, dataFolder?: string) {
  const folder = resolve(root, dataFolder ?? '.kerf');
  return {
    root: resolve(root),
    folder,
    postgres: join(folder, 'postgres'),
    sandbox: join(folder, 'sandbox'),
    sandboxInfo: join(folder, 'sandbox', 'info.json'),
    apiSandbox: join(folder, 'sandbox.json'),
    token: join(folder, 'token'),
    logs: join(folder, 'logs'),
    ports: join(folder, 'ports.json'),
    run: join(folder, 'run.json'),
    kubeconfig: join(folder, 'kubeconfig'),
    awsConfig: join(folder, 'aws-config'),
  };
}

export type StackPaths = ReturnType<typeof pathsOf>;
