import {
  type Cluster,
  can,
  recheckCluster,
  registerCluster,
  removeCluster,
  updateCluster,
} from '@kerf/application';
import { assertNever, type ClusterId, ok } from '@kerf/core';
import { Inject, Injectable } from '@nestjs/common';
import { idAnswer } from '../../contract/idempotent-answers.js';
import { IdempotentRequests } from '../../contract/idempotent-requests.js';
import { isDone, type Outcome, refuse, refuseFields, refuseStale } from '../../contract/outcome.js';
import { refuseClusterWrite } from '../../contract/refuse-access.js';
import type { OfVersion } from '../../contract/versioned.js';
import type {
  RegisterClusterInput,
  RemoveClusterInput,
  UpdateClusterInput,
} from '../../generated/schema-types.js';
import { type ApiPorts, PORTS } from '../../parts.js';
import type { Caller } from '../../request/current-request.js';
import { type ClusterView, toClusterView } from './cluster.mapper.js';
import { publicSettings, toSettings } from './settings.mapper.js';

/** Writes to clusters, for REST and GraphQL. */
@Injectable()
export class ClusterWrites {
  constructor(
    @Inject(PORTS)
    private readonly ports: Pick<ApiPorts, 'store' | 'clock' | 'ids' | 'secrets' | 'manifests'>,
    @Inject(IdempotentRequests) private readonly idempotent: IdempotentRequests,
  ) {}

  async register(caller: Caller, input: RegisterClusterInput): Promise<Outcome<ClusterView>> {
    const verdict = can(caller.principal, 'cluster.register', { kind: 'Organization' });
    if (!verdict.isAllowed) return refuse('FORBIDDEN', verdict.reason);
    const { idempotencyKey: key, ...fields } = input;
    const write = { caller, operation: 'cluster.register', key, input: fields };
    const registered = await this.idempotent.run(write, {
      run: () => this.#register(caller, fields),
      isFinal: isDone,
      schema: idAnswer,
    });
    if (!registered.ok) return registered;
    const cluster = await this.ports.store.clusters.find(registered.value);
    return cluster === null
      ? refuse(
          'NOT_FOUND',
          'The cluster was registered with this idempotency key and has been removed since.',
        )
      : ok(toClusterView(cluster));
  }

  async #register(
    caller: Caller,
    fields: Omit<RegisterClusterInput, 'idempotencyKey'>,
  ): Promise<Outcome<ClusterId>> {
    const outcome = await registerCluster(this.ports, caller.principal, {
      name: fields.name,
      region: fields.region,
      roleArn: fields.roleArn,
      endpoint: fields.endpoint ?? null,
      certificateAuthority: fields.certificateAuthority ?? null,
      mode: fields.mode,
      interruptionQueue: fields.interruptionQueue ?? null,
      requestId: caller.requestId,
    });
    switch (outcome.kind) {
      case 'Registered':
        return ok(outcome.cluster.id);
      case 'Invalid':
        return refuseFields(outcome.problems);
      case 'NameTaken':
        return refuse('CONFLICT', `A cluster named ${fields.name} is already registered.`, 'name');
      default:
        return assertNever(outcome);
    }
  }

  async update(
    caller: Caller,
    input: OfVersion<UpdateClusterInput>,
  ): Promise<Outcome<ClusterView>> {
    const refusal = refuseClusterWrite(caller.principal, 'cluster.update', input.id);
    if (refusal !== null) return refusal;
    const outcome = await updateCluster(this.ports, caller.principal, {
      id: input.id,
      expectedVersion: input.expectedVersion,
      mode: input.mode ?? null,
      settings: toSettings(input),
      ...(input.interruptionQueue === undefined
        ? {}
        : { interruptionQueue: input.interruptionQueue }),
      ...(typeof input.roleArn === 'string' && { roleArn: input.roleArn }),
      requestId: caller.requestId,
    });
    switch (outcome.kind) {
      case 'Updated':
        return ok(toClusterView(outcome.cluster));
      case 'NotFound':
        return noSuchCluster(input.id);
      case 'Stale':
        return stale(outcome.cluster);
      case 'Invalid':
        return refuseFields(outcome.problems, publicSettings);
      default:
        return assertNever(outcome);
    }
  }

  async recheck(caller: Caller, id: ClusterId): Promise<Outcome<ClusterView>> {
    const { principal, requestId } = caller;
    const refusal = refuseClusterWrite(principal, 'cluster.update', id);
    if (refusal !== null) return refusal;
    const cluster = await recheckCluster(this.ports, principal, { id, requestId });
    return cluster === null ? noSuchCluster(id) : ok(toClusterView(cluster));
  }

  async remove(caller: Caller, input: OfVersion<RemoveClusterInput>): Promise<Outcome<ClusterId>> {
    const { principal, requestId } = caller;
    const refusal = refuseClusterWrite(principal, 'cluster.remove', input.id);
    if (refusal !== null) return refusal;
    const outcome = await removeCluster(this.ports, principal, { ...input, requestId });
    switch (outcome.kind) {
      case 'Removed':
        return ok(input.id);
      case 'NotFound':
        return noSuchCluster(input.id);
      case 'Stale':
        return stale(outcome.cluster);
      case 'NotConfirmed':
        return refuse('INVALID', 'must be the name of the cluster', 'confirmName');
      default:
        return assertNever(outcome);
    }
  }
}

const stale = ({ version }: Cluster) => refuseStale('The cluster was changed', version);

const noSuchCluster = (id: ClusterId) => refuse('NOT_FOUND', `Cluster ${id} not found.`, 'id');
