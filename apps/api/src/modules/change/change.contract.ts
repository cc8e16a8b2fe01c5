import { z } from 'zod';
import type { OperationSpec } from '../../rest/operation.js';
import { components, text, whole, word } from '../../rest/wire.js';
import { ofClusterQuery } from '../cluster/cluster.contract.js';

const position = z
  .string()
  .max(1_500)
  .regex(/^\d{1,18}(-[\d.]+)?$/, 'must be the position of a change, e.g. "1024-77"');

export const changeResource = z
  .object({
    topic: word('ChangeTopic'),
    clusterId: text.nullable(),
    id: text.nullable().meta({ description: '`null` if several objects changed at once' }),
    version: whole,
  })
  .register(components, { id: 'Change', description: 'The data of an event `change`' });

const description = `The response is a stream of server-sent events that does not end. Read again what an event names.

* \`change\`: an object or a topic changed. Its data is a \`Change\`, its \`id\` a position.
* \`bookmark\`: nothing happened; the \`id\` is a position without a change. One comes at once and every 15 seconds.
* \`reset\`: changes are missing. Read everything again; the stream goes on.

To continue after a disconnection, send the last position as \`since\` or \`Last-Event-ID\` (browsers do so by
themselves): the changes after it follow, each once. A position is opaque. 410 means that changes since then are no longer kept;
they are kept for an hour. The stream ends when the session or token ends.`;

export const changeOperations = {
  watch: {
    id: 'watchChanges',
    summary: 'Changes as they happen',
    description,
    query: z.strictObject({
      ...ofClusterQuery,
      topic: z.array(word('ChangeTopic')).optional().meta({ description: 'All if absent' }),
      since: position.optional().meta({ description: 'Position to continue from' }),
      watch: z.stringbool().optional().meta({ description: 'Has no effect' }),
    }),
    answer: changeResource,
    events: true,
  },
} as const satisfies Record<string, OperationSpec>;
