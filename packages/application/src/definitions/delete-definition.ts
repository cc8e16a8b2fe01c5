import type { Definition, DefinitionKind } from '../domain/definition/definition.js';
import { type ExpectedVersion, isExpectedVersion } from '../domain/expected-version.js';
import type { Principal } from '../domain/identity/principal.js';
import type { Ports } from '../ports/ports.js';
import { auditWrite } from '../recording/audit.js';
import { forgetIneffectiveFields } from './ineffective-fields.js';

/** The definition to delete, and the expected version. */
export interface DeleteDefinitionInput {
  readonly clusterId: string;
  readonly kind: DefinitionKind;
  readonly name: string;
  readonly expectedVersion: ExpectedVersion;
  /** Checks everything and deletes nothing. */
  readonly dryRun?: boolean;
  readonly requestId: string | null;
}

/** The result of a deletion. */
export type DeleteDefinitionOutcome =
  | { readonly kind: 'Deleted'; readonly definition: Definition }
  | { readonly kind: 'NotFound' }
  | { readonly kind: 'Stale'; readonly version: number }
  | { readonly kind: 'OwnedByCluster' }
  /** NodePools that still refer to the EC2NodeClass. */
  | { readonly kind: 'InUse'; readonly nodePools: readonly string[] };

/** Deletes a definition that Kerf owns. The worker then removes the nodes of a NodePool. */
export async function deleteDefinition(
  ports: Pick<Ports, 'store' | 'clock' | 'ids'>,
  principal: Principal,
  input: DeleteDefinitionInput,
): Promise<DeleteDefinitionOutcome> {
  return ports.store.transaction(async (tx) => {
    const { clusterId, kind, name } = input;
    const definition = await tx.definitions.find(clusterId, kind, name);
    if (definition === null) return { kind: 'NotFound' };
    if (definition.source === 'Cluster') return { kind: 'OwnedByCluster' };
    if (!isExpectedVersion(definition.version, input.expectedVersion)) {
      return { kind: 'Stale', version: definition.version };
    }
    const users =
      kind === 'EC2NodeClass'
        ? (await tx.definitions.nodePools(clusterId)).filter(
            (pool) => pool.spec.template.spec.nodeClassRef.name === name,
          )
        : [];
    if (users.length > 0) return { kind: 'InUse', nodePools: users.map((pool) => pool.name) };
    if (input.dryRun === true) return { kind: 'Deleted', definition };
    if (!(await tx.definitions.remove(definition))) {
      const changed = await tx.definitions.find(clusterId, kind, name);
      return changed === null ? { kind: 'NotFound' } : { kind: 'Stale', version: changed.version };
    }
    await forgetIneffectiveFields(tx, definition);
    const now = ports.clock.now();
    await tx.outbox.add([
      { message: { type: 'definition.sync', clusterId, kind, name }, deliverAt: now },
    ]);
    await auditWrite(ports, tx, principal, {
      action: 'definition.delete',
      object: { kind, id: definition.id, name },
      clusterId,
      before: definition.spec,
      requestId: input.requestId,
    });
    await tx.changes.publish({
      topic: 'definition',
      clusterId,
      id: definition.id,
      version: definition.version,
    });
    return { kind: 'Deleted', definition };
  });
}
