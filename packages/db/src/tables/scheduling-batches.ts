import { type SchedulingBatch, schedulingBatchStates } from '@kerf/application';
import { batchOutcome } from '../json/formats.js';
import { instant, integer, json, text, word } from './columns.js';
import { identifiedBy, none, table } from './table.js';

export const schedulingBatches = table({
  name: 'scheduling_batches',
  identity: identifiedBy('SchedulingBatch', 'id'),
  fixed: { id: text, clusterId: text, openedAt: instant, version: integer },
  changing: {
    state: word(schedulingBatchStates),
    dueAt: instant,
    latestAt: instant,
    podCount: integer,
    solvingSince: instant.nullable(),
    solvedAt: instant.nullable(),
    outcome: json(batchOutcome).nullable(),
  },
  unread: none,
  toRow: (batch: SchedulingBatch) => batch,
  fromRow: (row): SchedulingBatch => row,
});
