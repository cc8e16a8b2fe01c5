import { AwsError } from '../aws-error.js';
import type { Operation } from '../service.js';
import type { InputProblem } from '../wire/shape.js';

export interface HttpRequest {
  readonly method: string;
  /** As it came, still encoded. */
  readonly path: string;
  /** Without the question mark, still encoded. */
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

/** How a family of services puts calls into HTTP, in both directions. */
export interface Protocol {
  /** What the client calls; `operation` is `null` when the service lacks it. */
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

/** Refusals that no operation has to know: each protocol has its own codes for them. */
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

/** @param message in place of the usual one */
export function refuse(protocol: Protocol, kind: RefusalKind, message?: string): AwsError {
  const { code, status, queryCode, message: usual } = protocol.protocolErrors.refusals[kind];
  return new AwsError(code, message ?? usual, {
    status,
    ...(queryCode === undefined ? {} : { queryCode }),
  });
}

export function refuseInput(protocol: Protocol, problem: InputProblem): AwsError {
  return new AwsError(protocol.protocolErrors.problems[problem.kind], problem.message);
}
