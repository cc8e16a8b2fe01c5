import { runOnSupportedNode } from '@kerf/core';

await runOnSupportedNode(process, () => import('./run-command.js'));
