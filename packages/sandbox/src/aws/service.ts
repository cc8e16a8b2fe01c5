import type { Operation, OperationSchema } from './operation.js';
import type { Protocol } from './protocol/protocol.js';

/** Pairs a generated schema with its handler. */
export function operation(
  schema: OperationSchema,
  run: Operation['run'],
  options: Pick<Operation, 'action' | 'access'> = {},
): Operation {
  return { schema, run, ...options };
}

export interface Service {
  /** Name in the credential scope and before the colon of an action, e.g. `ec2`. */
  readonly name: string;
  readonly protocol: Protocol;
  readonly operations: ReadonlyMap<string, Operation>;
  /** False for services that exist in the sandbox's regions only. */
  readonly isGlobal: boolean;
}

export function operationsByName(operations: readonly Operation[]): ReadonlyMap<string, Operation> {
  return new Map(operations.map((each) => [each.schema[2], each]));
}
