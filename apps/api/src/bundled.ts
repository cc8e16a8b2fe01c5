import { runOnSupportedNode } from '@kerf/core';

await runOnSupportedNode(process, () => import('./start-bundled.js'));
