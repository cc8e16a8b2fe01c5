import type { ClusterDirectory } from '../world/cluster-directory.js';
import type { AccessRequest } from '../world/iam/iam-policy.js';
import type { World } from '../world/world.js';
import type { Caller } from './auth/caller.js';
import type { SchemaRef } from './wire/shape.js';

/** The context of a call, besides its input. */
export interface Call {
  readonly world: World;
  readonly clusters: ClusterDirectory;
  readonly caller: Caller;
  readonly region: string;
  /** Account of the caller. */
  readonly accountId: string;
  /** Endpoint that the client used, e.g. `http://127.0.0.1:4566`. */
  readonly endpoint: string;
  /** Aborted when the client disconnects or the server stops. */
  readonly signal: AbortSignal;
}

/** Structure of the generated `CreateFleet$` and other schemas. */
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
  /** Required action if it differs from the operation's name; `null` if none is required. */
  readonly action?: string | null;
  /**
   * Returns the access requests for a policy; if absent, the action without a resource. Like `run`,
   * it relies on {@link operation} for its input type.
   */
  access?(call: Call, input: object): readonly AccessRequest[];
  /**
   * Handles the input as parsed by the schema's shape. Method syntax allows a handler that takes,
   * e.g., a CreateFleetRequest: the generated types cannot be derived from the generated schemas,
   * so {@link operation} pairs them unchecked.
   */
  run(call: Call, input: object): object | Promise<object>;
}
