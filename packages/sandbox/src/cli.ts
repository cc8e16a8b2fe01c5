import { parseArgs } from 'node:util';
import { isAppError } from '@kerf/core';
import { Sandbox } from './fleet/sandbox.js';

const usage = `usage: cli.js serve --state FOLDER [options]
  --aws-port N              port of the simulated AWS (4566; 0 takes a free one)
  --kubernetes-ports A,B,C  ports of the API servers (0: free ones)
  --manifests FOLDER        manifests that every cluster gets; may be repeated
  --seed N                  the same seed makes the same fleet (42)
  --speed N                 how much faster than life instances boot and pods end (10)
  --listen HOST             address that the servers listen on (127.0.0.1)
  --advertise HOST          host by which clients reach them (127.0.0.1)`;

/** The state is written this often; a sandbox that is killed forgets what came after. */
const saveEveryMs = 5_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    state: { type: 'string' },
    'aws-port': { type: 'string', default: '4566' },
    'kubernetes-ports': { type: 'string', default: '0,0,0' },
    manifests: { type: 'string', multiple: true, default: [] },
    seed: { type: 'string', default: '42' },
    speed: { type: 'string', default: '10' },
    listen: { type: 'string', default: '127.0.0.1' },
    advertise: { type: 'string', default: '127.0.0.1' },
  },
});

if (positionals[0] !== 'serve' || values.state === undefined) {
  process.stderr.write(`${usage}\n`);
  process.exit(2);
}

try {
  await serve(values.state);
} catch (error) {
  process.stderr.write(`${isAppError(error) ? error.message : String(error)}\n`);
  process.exit(1);
}

async function serve(folder: string): Promise<void> {
  const sandbox = await Sandbox.open({
    folder,
    awsPort: Number(values['aws-port']),
    kubernetesPorts: values['kubernetes-ports'].split(',').map(Number),
    manifests: values.manifests,
    seed: Number(values.seed),
    speed: Number(values.speed),
    listenHost: values.listen,
    advertisedHost: values.advertise,
    onBug: (error, where) =>
      process.stderr.write(`${where}: ${error instanceof Error ? error.stack : String(error)}\n`),
  });
  const { clusters, awsEndpoint } = sandbox.info;
  process.stdout.write(
    `AWS at ${awsEndpoint}; clusters ${clusters.map(({ name }) => name).join(', ')}\n`,
  );
  const timer = setInterval(() => {
    sandbox.save().catch((error: unknown) => {
      process.stderr.write(`the sandbox's state could not be written: ${String(error)}\n`);
    });
  }, saveEveryMs);
  const stop = (): void => {
    clearInterval(timer);
    void sandbox.close().then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}
