import { createHash } from 'node:crypto';
import { HeadObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { AuditExport, AuditExportObject } from '@kerf/application';
import { AppError, type DurationMs } from '@kerf/core';
import { hasAwsCode, understandFailure } from '../errors.js';

/** Where and how objects of the audit export are stored. */
export interface S3AuditExportOptions {
  readonly bucket: string;
  /** Key prefix, without a slash at its end; may be empty. */
  readonly prefix: string;
  readonly region: string;
  /** URL of a store other than AWS; `null` for AWS. */
  readonly endpoint: string | null;
  /** The bucket is part of the path instead of the host name, as many other stores need it. */
  readonly isPathStyle: boolean;
  readonly retentionMode: 'COMPLIANCE' | 'GOVERNANCE';
  /** `null`: the default chain of the AWS SDK. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
}

/** Longest time of a request, including retries of the SDK. */
const callMs: DurationMs = 60_000;

/** The audit export in a bucket with object lock. */
export class S3AuditExport implements AuditExport {
  readonly target: string;
  readonly #options: S3AuditExportOptions;
  readonly #client: S3Client;

  constructor(options: S3AuditExportOptions) {
    const { bucket, prefix, endpoint, region, credentials, isPathStyle } = options;
    this.#options = options;
    this.target = `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`;
    this.#client = new S3Client({
      region,
      forcePathStyle: isPathStyle,
      ...(endpoint === null ? {} : { endpoint }),
      ...(credentials === null ? {} : { credentials }),
      retryMode: 'standard',
      maxAttempts: 3,
      customUserAgent: 'kerf',
      requestHandler: { connectionTimeout: 3_000, requestTimeout: 20_000 },
    });
  }

  /**
   * Writes an object that does not exist yet. A bucket with object lock has versions, so writing it
   * again would add one.
   * @throws STATE.CONFLICT if the object exists with other contents; CLOUD.*
   */
  async put({ key, body, retainUntil }: AuditExportObject): Promise<void> {
    const { bucket: Bucket, prefix, retentionMode } = this.#options;
    const place = { Bucket, Key: prefix === '' ? key : `${prefix}/${key}` };
    const digest = createHash('sha256').update(body).digest('base64');
    try {
      await this.#call('s3:PutObject', (options) =>
        this.#client.send(
          new PutObjectCommand({
            ...place,
            Body: body,
            ContentType: 'application/x-ndjson',
            // With a retention, S3 requires the header of the algorithm beside the checksum.
            ChecksumAlgorithm: 'SHA256',
            ChecksumSHA256: digest,
            IfNoneMatch: '*',
            ObjectLockMode: retentionMode,
            ObjectLockRetainUntilDate: new Date(retainUntil),
          }),
          options,
        ),
      );
    } catch (error) {
      if (!hasAwsCode(error, 'PreconditionFailed', 'ConditionalRequestConflict')) throw error;
      await this.#requireSame(place, digest);
    }
  }

  close(): Promise<void> {
    this.#client.destroy();
    return Promise.resolve();
  }

  /** The object may be there because its earlier write was not recorded. */
  async #requireSame(
    place: { readonly Bucket: string; readonly Key: string },
    digest: string,
  ): Promise<void> {
    const found = await this.#call('s3:GetObject', (options) =>
      this.#client.send(new HeadObjectCommand({ ...place, ChecksumMode: 'ENABLED' }), options),
    );
    if (found.ChecksumSHA256 === digest && found.ObjectLockRetainUntilDate !== undefined) return;
    throw new AppError({
      code: 'STATE.CONFLICT',
      message: `s3://${place.Bucket}/${place.Key} exists with other contents or without object lock. Find out who wrote it, or set another KERF_AUDIT_EXPORT_PREFIX.`,
    });
  }

  async #call<T>(
    action: string,
    work: (options: { readonly abortSignal: AbortSignal }) => Promise<T>,
  ): Promise<T> {
    try {
      return await work({ abortSignal: AbortSignal.timeout(callMs) });
    } catch (cause) {
      throw understandFailure(cause, action);
    }
  }
}
