export interface AwsErrorOptions {
  /** Default 400. */
  readonly status?: number;
  /** The error code in the older query protocol of the same service (SQS only). */
  readonly queryCode?: string;
}

/** An error response of an AWS service; not a failure of the sandbox. */
export class AwsError extends Error {
  readonly status: number;
  readonly queryCode: string | null;

  constructor(
    /** E.g. `InvalidInstanceID.NotFound`. */
    readonly code: string,
    message: string,
    options: AwsErrorOptions = {},
  ) {
    super(message);
    this.name = 'AwsError';
    this.status = options.status ?? 400;
    this.queryCode = options.queryCode ?? null;
  }

  /** The party that the response names as the cause. */
  get fault(): 'Sender' | 'Receiver' {
    return this.status < 500 ? 'Sender' : 'Receiver';
  }
}
