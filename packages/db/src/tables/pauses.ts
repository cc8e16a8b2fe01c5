import { type Pause, pauseCauses } from '@kerf/application';
import { pauseExtents } from '@kerf/engine';
import { pauseEvidence } from '../json/formats.js';
import { scopeColumns, toScope, toScopeColumns } from './brake-scope.js';
import { instant, integer, json, text, word } from './columns.js';
import { identifiedBy, none, table } from './table.js';

export const pauses = table({
  name: 'pauses',
  identity: identifiedBy('Pause', 'id'),
  fixed: { id: text, version: integer },
  changing: {
    ...scopeColumns,
    stops: word(pauseExtents),
    cause: word(pauseCauses),
    reason: text,
    owner: text,
    setBy: text,
    setAt: instant,
    expiresAt: instant.nullable(),
    evidence: json(pauseEvidence).nullable(),
    releasedAt: instant.nullable(),
    releasedBy: text.nullable(),
  },
  unread: none,
  toRow: ({ scope, ...pause }: Pause) => ({ ...pause, ...toScopeColumns(scope) }),
  fromRow: ({ scopeKind, teamId, clusterId, nodePool, ...pause }): Pause => ({
    ...pause,
    scope: toScope({ scopeKind, teamId, clusterId, nodePool }),
  }),
});
