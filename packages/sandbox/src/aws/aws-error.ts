export interface AwsErrorOptions {
  /** Default 400. */
  readonly status?: number;
  /** What the older query protocol of the same service calls it (SQS only). */
  readonly queryCode?: string;
}

/** A service's refusal, as it goes over the wire: not a failure of the sandbox. */
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

  /** Whose fault the answer says it is. */
  get fault(): 'Sender' | 'Receiver' {
    return this.status < 500 ? 'Sender' : 'Receiver';
  }
}
