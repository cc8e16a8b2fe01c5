#!/usr/bin/env node
const [major] = process.versions.node.split('.');
if (Number(major) < 22) {
  process.stderr.write(`kerf needs Node 22 or newer; this is Node ${process.versions.node}.\n`);
  process.exit(1);
}
try {
  await import('../dist/main.js');
} catch (error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  process.stderr.write('kerf is not built: run `npm run build` in the checkout.\n');
  process.exit(1);
}
