import { runOnSupportedNode } from '@kerf/core';

await runOnSupportedNode(process, () => import('./admin-cli.js'));
