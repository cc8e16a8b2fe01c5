import { AwsError } from '../aws-error.js';
import type { Operation } from '../operation.js';
import type { InputProblem } from '../wire/shape.js';

export interface HttpRequest {
  readonly method: string;
  /** Encoded, as received. */
  readonly path: string;
  /** Encoded, without the question mark. */
  readonly query: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Maps calls of a family of services to HTTP and back. */
export interface Protocol {
  /**
   * Returns the name and the operation of a call; `operation` is `null` if the service lacks it.
   * Returns `null` if the request names none.
   */
  findOperation(
    request: HttpRequest,
    operations: ReadonlyMap<string, Operation>,
  ): { readonly name: string; readonly operation: Operation | null };
  /** @throws InputProblem */
  readInput(operation: Operation, request: HttpRequest): unknown;
  writeOutput(operation: Operation, output: object, requestId: string): HttpReply;
  writeError(error: AwsError, requestId: string): HttpReply;
  readonly protocolErrors: ProtocolErrors;
}

/** Errors that are independent of the operation; each protocol has its own codes. */
export type RefusalKind =
  | 'unknown-key'
  | 'bad-signature'
  | 'expired-session'
  | 'stale-request'
  | 'denied'
  | 'throttled'
  | 'internal'
  | 'unknown-operation';

export interface ProtocolErrors {
  readonly refusals: Readonly<Record<RefusalKind, Refusal>>;
  readonly problems: Readonly<Record<InputProblem['kind'], string>>;
}

export interface Refusal {
  readonly code: string;
  readonly status: number;
  readonly message: string;
  readonly queryCode?: string;
}

/** @param message replaces the usual message */
export function refuse(protocol: Protocol, kind: RefusalKind, message?: string): AwsError {
  const {
    code,
    status,
    queryCode,
    message: defaultMessage,
  } = protocol.protocolErrors.refusals[kind];
  return new AwsError(code, message ?? defaultMessage, {
    status,
    ...(queryCode === undefined ? {} : { queryCode }),
  });
}

export function refuseInput(protocol: Protocol, problem: InputProblem): AwsError {
  return new AwsError(protocol.protocolErrors.problems[problem.kind], problem.message);
}
