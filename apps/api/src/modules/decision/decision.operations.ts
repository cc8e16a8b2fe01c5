import { z } from 'zod';
import type { OperationSpec } from '../../rest/operation.js';
import { pageQuery } from '../../rest/paging.js';
import { components, word } from '../../rest/wire.js';
import { ofClusterQuery } from '../cluster/cluster.operations.js';
import { decisionPage, decisionResource } from './decision.resource.js';

const path = z.object({ id: z.string() });
const body = z
  .strictObject({ comment: z.string().nullish().meta({ description: 'Recorded in the history' }) })
  .register(components, { id: 'Decide' });
const decide = {
  path,
  body,
  answer: decisionResource,
  needsVersion: true,
  takesKey: true,
} as const;

export const decisionOperations = {
  list: {
    id: 'listDecisions',
    summary: 'Decisions, newest first',
    query: z.strictObject({
      ...pageQuery,
      ...ofClusterQuery,
      state: z.array(word('DecisionState')).optional(),
      kind: z.array(word('DecisionKind')).optional(),
      nodePool: z.array(z.string()).optional(),
    }),
    answer: decisionPage,
  },
  get: { id: 'getDecision', summary: 'One decision', path, answer: decisionResource },
  approve: {
    id: 'approveDecision',
    summary: 'Approves a decision',
    ...decide,
  },
  reject: { id: 'rejectDecision', summary: 'Rejects a decision', ...decide },
} as const satisfies Record<string, OperationSpec>;
