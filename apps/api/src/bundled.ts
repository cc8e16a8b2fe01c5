import { runOnSupportedNode } from '@kerf/core';

await runOnSupportedNode(process, async () => {
  await import('./compile-cache.js');
  await import('./start-server.js');
});
