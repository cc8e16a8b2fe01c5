import {
  AuditEntriesDocument,
  type AuditEntriesQuery,
  type AuditFilter,
} from '../../gql/graphql.js';
import { request } from '../../lib/api/graphql-client.js';
import type { PagedList } from '../../lib/api/paged-rows.js';

export const auditList = (filter: AuditFilter): PagedList<AuditEntriesQuery['auditEntries']> => ({
  queryKey: ['audit', filter],
  readPage: async (after, signal) =>
    (await request(AuditEntriesDocument, { filter, after }, signal)).auditEntries,
  pageSize: 50,
  meta: { topics: ['AUDIT'] },
});
