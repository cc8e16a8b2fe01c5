import { type RunAuditExportPorts, runAuditExport } from '@kerf/application';
import { S3AuditExport } from '@kerf/cloud-aws';
import { createAuditChain, createAuditExportLog, type Database } from '@kerf/db';
import type { WorkerEnv } from '../env.js';
import type { AuditExporter } from '../jobs/audit-export-loop.js';

const dayMs = 24 * 3_600_000;
const entriesPerObject = 1_000;

/** Creates the export of the audit log; `null` if it is not configured. */
export function createAuditExport(
  env: WorkerEnv,
  database: Database,
  ports: Pick<RunAuditExportPorts, 'store' | 'clock' | 'ids'>,
): (AuditExporter & { close(): Promise<void> }) | null {
  const target = createTarget(env);
  if (target === null) return null;
  const all: RunAuditExportPorts = {
    ...ports,
    target,
    chain: createAuditChain(database),
    log: createAuditExportLog(database),
  };
  const policy = { retentionMs: env.KERF_AUDIT_EXPORT_RETENTION_DAYS * dayMs, entriesPerObject };
  return { run: () => runAuditExport(all, policy), close: () => target.close() };
}

function createTarget(env: WorkerEnv): S3AuditExport | null {
  const { KERF_AUDIT_EXPORT_BUCKET: bucket } = env;
  if (bucket === undefined) return null;
  const accessKeyId = env.KERF_AUDIT_EXPORT_ACCESS_KEY_ID;
  const secretAccessKey = env.KERF_AUDIT_EXPORT_SECRET_ACCESS_KEY;
  return new S3AuditExport({
    bucket,
    prefix: env.KERF_AUDIT_EXPORT_PREFIX,
    region: env.KERF_AUDIT_EXPORT_REGION,
    endpoint: env.KERF_AUDIT_EXPORT_ENDPOINT ?? null,
    isPathStyle: env.KERF_AUDIT_EXPORT_PATH_STYLE,
    retentionMode: env.KERF_AUDIT_EXPORT_RETENTION_MODE,
    credentials:
      accessKeyId === undefined || secretAccessKey === undefined
        ? null
        : { accessKeyId, secretAccessKey },
  });
}
