import { runOnSupportedNode } from '@kerf/core';

await runOnSupportedNode(process, async () => {
  await import('./compile-cache.js');
  await import('./admin-cli.js');
});
