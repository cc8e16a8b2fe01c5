export { S3AuditExport, type S3AuditExportOptions } from './audit-export/s3-audit-export.js';
export type { RequestBatch } from './ec2/instances.js';
export {
  createEc2CloudProvider,
  type Ec2CloudProvider,
  type Ec2CloudProviderOptions,
} from './ec2-cloud-provider.js';
