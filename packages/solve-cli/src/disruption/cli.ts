import { runDisruption } from './run.js';

process.exitCode = runDisruption(process.argv.slice(2), {
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
});
