import { randomUUID } from 'node:crypto';
import { isRecord } from '@kerf/core';
import type { ClusterDirectory } from '../world/cluster-directory.js';
import { regions } from '../world/compute/regions.js';
import type { AppliedFault } from '../world/faults.js';
import { allows } from '../world/iam/iam-policy.js';
import type { World } from '../world/world.js';
import { accessTo } from './access.js';
import { type Caller, isAllowed } from './auth/caller.js';
import { identify } from './auth/identify.js';
import { readClaim, type SignatureClaim } from './auth/signature.js';
import { AwsError } from './aws-error.js';
import { latencyMs } from './latency.js';
import type { Call, Operation } from './operation.js';
import { type HttpReply, type HttpRequest, refuse, refuseInput } from './protocol/protocol.js';
import { replyToUnknownService } from './protocol/unknown-service.js';
import type { Service } from './service.js';
import { InputProblem } from './wire/shape.js';

export interface DispatchOptions {
  readonly world: World;
  readonly clusters: ClusterDirectory;
  readonly services: ReadonlyMap<string, Service>;
  /** Called for each bug; the client gets an internal error. */
  readonly onBug: (error: unknown, operation: string) => void;
  /** Latency of calls as a factor of AWS's usual latency; 0 disables it. */
  readonly latency: number;
}

export interface Connection {
  readonly endpoint: string;
  readonly signal: AbortSignal;
}

/** Handles one HTTP request. Returns `null` if a fault suppresses the response. */
export type Dispatch = (request: HttpRequest, connection: Connection) => Promise<HttpReply | null>;

export function createDispatch(options: DispatchOptions): Dispatch {
  const delay = createDelay(options);
  return async (request, connection) => {
    const requestId = randomUUID();
    const reply = await handleCall(options, request, { ...connection, requestId, delay });
    return reply && { ...reply, headers: { ...reply.headers, 'x-amzn-requestid': requestId } };
  };
}

interface Exchange extends Connection {
  readonly requestId: string;
  readonly delay: (call: {
    readonly service: string;
    readonly operation: string;
    readonly isDryRun: boolean;
  }) => Promise<void>;
}

/** Calls are counted per operation, so that the same calls have the same latency in each run. */
function createDelay({ world, latency }: DispatchOptions): Exchange['delay'] {
  const calls = new Map<string, number>();
  return async (call) => {
    if (latency === 0) return;
    const name = `${call.service}:${call.operation}`;
    const n = calls.get(name) ?? 0;
    calls.set(name, n + 1);
    await world.timers.waitToReply(latency * latencyMs(world.state.seed, call, n));
  };
}

async function handleCall(
  options: DispatchOptions,
  request: HttpRequest,
  exchange: Exchange,
): Promise<HttpReply | null> {
  const claim = readClaim(request);
  const service = options.services.get(claim?.service ?? '');
  if (claim === null || service === undefined) {
    return replyToUnknownService(request, claim, exchange.requestId);
  }
  const { protocol } = service;
  const called = protocol.findOperation(request, service.operations);
  try {
    const caller = requireCaller(options.world, service, request, claim);
    const faults = faultsOn(options.world, service, called.name, { caller, claim });
    if (faults.some(({ kind }) => kind === 'hang')) return null;
    await applyFaults(options.world, service, faults);
    if (called.operation === null) throw refuse(protocol, 'unknown-operation');
    authorize(service, called.operation, caller);
    const input = readInput(service, called.operation, request);
    const call: Call = {
      world: options.world,
      clusters: options.clusters,
      caller,
      region: claim.region,
      accountId: caller.accountId,
      endpoint: exchange.endpoint,
      signal: exchange.signal,
    };
    authorizeByPolicy(service, called.operation, call, input);
    await exchange.delay({
      service: service.name,
      operation: called.name,
      isDryRun: isDryRun(input),
    });
    const output = await called.operation.run(call, input);
    return protocol.writeOutput(called.operation, output, exchange.requestId);
  } catch (error) {
    if (error instanceof AwsError) return protocol.writeError(error, exchange.requestId);
    options.onBug(error, `${service.name}:${called.name}`);
    return protocol.writeError(refuse(protocol, 'internal'), exchange.requestId);
  }
}

const isDryRun = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && 'DryRun' in input && input.DryRun === true;

function requireCaller(
  world: World,
  service: Service,
  request: HttpRequest,
  claim: SignatureClaim,
): Caller {
  const identified = identify(world, request, claim);
  if (!identified.ok) throw refuse(service.protocol, identified.error);
  // As in a region that is disabled for an account, no access key is valid.
  if (!service.isGlobal && !regions.has(claim.region))
    throw refuse(service.protocol, 'unknown-key');
  return identified.value;
}

function faultsOn(
  world: World,
  service: Service,
  operationName: string,
  { caller, claim }: { readonly caller: Caller; readonly claim: SignatureClaim },
): readonly AppliedFault[] {
  return world.faults.applyTo({
    service: service.name,
    operation: operationName,
    accountId: caller.accountId,
    region: claim.region,
  });
}

/** Applies faults: delays first, then errors. */
async function applyFaults(
  world: World,
  service: Service,
  faults: readonly AppliedFault[],
): Promise<void> {
  for (const fault of faults) {
    if (fault.kind === 'delay') await world.timers.waitToReply(fault.delayMs);
  }
  for (const fault of faults) {
    if (fault.kind === 'throttled') throw refuse(service.protocol, 'throttled');
    if (fault.kind === 'error') {
      throw new AwsError(fault.code, fault.message, { status: fault.status });
    }
  }
}

/**
 * Checks the action. A role with a policy is checked in `authorizeByPolicy`, when the resources are
 * known.
 */
function authorize(service: Service, operation: Operation, caller: Caller): void {
  const { action = operation.schema[2] } = operation;
  if (action === null || caller.policy !== null) return;
  if (isAllowed(caller, `${service.name}:${action}`)) return;
  throw refuse(
    service.protocol,
    'denied',
    `User: ${caller.arn} is not authorized to perform: ${service.name}:${action} because no identity-based policy allows the ${service.name}:${action} action`,
  );
}

function authorizeByPolicy(
  service: Service,
  operation: Operation,
  call: Call,
  input: object,
): void {
  const { policy, arn } = call.caller;
  const { action = operation.schema[2] } = operation;
  if (action === null || policy === null) return;
  const requests = operation.access?.(call, input) ?? [accessTo(`${service.name}:${action}`, '*')];
  const refused = requests.find((request) => !allows(policy, request));
  if (refused === undefined) return;
  throw refuse(
    service.protocol,
    'denied',
    `User: ${arn} is not authorized to perform: ${refused.action} on resource: ${refused.resource} because no identity-based policy allows the ${refused.action} action`,
  );
}

function readInput(service: Service, operation: Operation, request: HttpRequest): object {
  try {
    const input = service.protocol.readInput(operation, request);
    return isRecord(input) ? input : {};
  } catch (error) {
    if (error instanceof InputProblem) throw refuseInput(service.protocol, error);
    throw error;
  }
}
