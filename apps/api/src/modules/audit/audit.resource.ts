import { z } from 'zod';
import { pageOf } from '../../rest/paging.js';
import { components, instant } from '../../rest/wire.js';

const text = z.string();

const auditEntryResource = z
  .object({
    id: text,
    at: instant,
    actorKind: text,
    actorName: text,
    action: text.meta({ examples: ['decision.approve'] }),
    objectKind: text,
    objectId: text,
    objectName: text,
    clusterId: text.nullable(),
    clusterName: text.nullable(),
    outcome: text,
    comment: text.nullable(),
    before: z.unknown(),
    after: z.unknown(),
    requestId: text.nullable(),
  })
  .register(components, { id: 'AuditEntry' });

export const auditEntryPage = pageOf('AuditEntryPage', auditEntryResource);
