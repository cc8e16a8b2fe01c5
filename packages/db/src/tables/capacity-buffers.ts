import type { BufferRecord } from '@kerf/application';
import { bufferOutcome, bufferResolution } from '../json/formats.js';
import { integer, json, text } from './columns.js';
import { identifiedBy, none, table } from './table.js';

export const capacityBuffers = table({
  name: 'capacity_buffers',
  identity: identifiedBy('CapacityBuffer', 'namespace', 'name'),
  fixed: {
    clusterId: text,
    namespace: text,
    name: text,
    uid: text,
    generation: integer,
    resolution: json(bufferResolution),
    outcome: json(bufferOutcome).nullable(),
  },
  changing: {},
  unread: none,
  toRow: ({ spec, resolved, problems, ...row }: BufferRecord) => ({
    ...row,
    resolution: { spec, resolved, problems },
  }),
  fromRow: ({ resolution, ...row }): BufferRecord => ({ ...row, ...resolution }),
});
