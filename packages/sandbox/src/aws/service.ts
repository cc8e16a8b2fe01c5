import type { ClusterDirectory } from '../world/cluster-directory.js';
import type { AccessRequest } from '../world/iam/iam-policy.js';
import type { World } from '../world/world.js';
import type { Caller } from './auth/caller.js';
import type { Protocol } from './protocol/protocol.js';
import type { SchemaRef } from './wire/shape.js';

/** What an operation knows besides its input. */
export interface Call {
  readonly world: World;
  readonly clusters: ClusterDirectory;
  readonly caller: Caller;
  readonly region: string;
  /** The caller's. */
  readonly accountId: string;
  /** Where the client reached us, e.g. `http://127.0.0.1:4566`. */
  readonly endpoint: string;
  /** Aborted when the client hangs up or the server stops. */
  readonly signal: AbortSignal;
}

/** The form of the generated `CreateFleet$` and its like. */
export type OperationSchema = readonly [
  kind: 9,
  namespace: string,
  name: string,
  traits: unknown,
  input: SchemaRef,
  output: SchemaRef,
];

export interface Operation {
  readonly schema: OperationSchema;
  /** What the caller must be allowed, when it is not named as the operation; `null` is nothing. */
  readonly action?: string | null;
  /** What a policy is asked for; left out, the action without a resource. As for `run`, on trust. */
  access?(call: Call, input: object): readonly AccessRequest[];
  /**
   * Called with what the schema's input shape made of the request. Method syntax on purpose: it lets
   * a function that takes, say, a CreateFleetRequest stand here. The generated types cannot be
   * derived from the generated schemas, so that the two meet at {@link operation}, on trust.
   */
  run(call: Call, input: object): object | Promise<object>;
}

/** Ties a generated schema to the function that answers it. */
export function operation(
  schema: OperationSchema,
  run: Operation['run'],
  options: Pick<Operation, 'action' | 'access'> = {},
): Operation {
  return { schema, run, ...options };
}

export interface Service {
  /** In the credential scope and before the colon of an action, e.g. `ec2`. */
  readonly name: string;
  readonly protocol: Protocol;
  readonly operations: ReadonlyMap<string, Operation>;
  /** False for the services that know only the sandbox's regions. */
  readonly isGlobal: boolean;
}

export function operationsByName(operations: readonly Operation[]): ReadonlyMap<string, Operation> {
  return new Map(operations.map((each) => [each.schema[2], each]));
}
