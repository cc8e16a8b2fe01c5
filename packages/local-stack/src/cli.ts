import { runOnSupportedNode } from '@kerf/core';

await runOnSupportedNode(process, () => import('./stack-cli.js'));
