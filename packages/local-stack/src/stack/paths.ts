import { join, resolve } from 'node:path';

/**
 * Returns the paths of the stack's files; `npm run reset` deletes the folder.
 * @param dataFolder default: `.kerf` in the root
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
    auditKey: join(folder, 'audit-key.pem'),
    token: join(folder, 'token'),
    secretKey: join(folder, 'secret-key'),
    logs: join(folder, 'logs'),
    ports: join(folder, 'ports.json'),
    run: join(folder, 'run.json'),
    kubeconfig: join(folder, 'kubeconfig'),
    awsConfig: join(folder, 'aws-config'),
  };
}

export type StackPaths = ReturnType<typeof pathsOf>;
