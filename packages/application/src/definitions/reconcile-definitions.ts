import type { ClusterId } from '@kerf/core';
import type { Definition } from '../domain/definition/definition.js';
import { named, Sweep } from '../domain/operation/sweep.js';
import type { Ports } from '../ports/ports.js';
import { importDefinition } from './import-definition.js';
import { recordIneffectiveFields } from './ineffective-fields.js';
import { clearRefusal } from './record-refusal.js';

/** Names of the NodePool and EC2NodeClass objects in a cluster. */
export interface DefinitionNames {
  /** Names of the objects in the cluster; `null` while that is unknown. */
  readonly nodePools: readonly string[] | null;
  readonly nodeClasses: readonly string[] | null;
}

/**
 * Removes definitions whose objects were deleted while Kerf was not watching: existing objects are
 * reported by the watch, deleted ones are not.
 */
export async function reconcileDefinitions(
  ports: Pick<Ports, 'store' | 'clock' | 'ids' | 'digest' | 'manifests' | 'cache'>,
  clusterId: ClusterId,
  present: DefinitionNames,
): Promise<void> {
  const sweep = new Sweep();
  const gone = async (
    names: readonly string[] | null,
    definitions: readonly Definition[],
  ): Promise<void> => {
    if (names === null) return;
    await sweep.each(
      definitions.filter(({ name }) => !names.includes(name)),
      objectOf,
      ({ kind, name }) =>
        importDefinition(ports, clusterId, {
          kind,
          name,
          object: null,
          generation: null,
          createdAt: null,
          deletionRequestedAt: null,
          managedByKerf: false,
        }),
    );
  };
  await gone(present.nodePools, await ports.store.definitions.nodePools(clusterId));
  await gone(present.nodeClasses, await ports.store.definitions.nodeClasses(clusterId));
  await clearRefusals(ports, clusterId, present);
  await recordFields(ports, sweep, clusterId);
  sweep.conclude();
}

const objectOf = ({ kind, name }: Definition) => named(kind, name);

/** Clears refusals of objects that are gone. Nothing else clears refusals without a definition. */
async function clearRefusals(
  ports: Pick<Ports, 'store' | 'clock'>,
  clusterId: ClusterId,
  { nodePools, nodeClasses }: DefinitionNames,
): Promise<void> {
  const present = { NodePool: nodePools, EC2NodeClass: nodeClasses };
  const gone = (await ports.store.definitions.refusals(clusterId)).filter(
    ({ kind, name }) => present[kind]?.includes(name) === false,
  );
  if (gone.length === 0) return;
  await ports.store.transaction(async (tx) => {
    for (const refusal of gone) await clearRefusal(ports, tx, clusterId, refusal);
  });
}

/** Updates the findings about fields without effect, which differ between versions of Kerf. */
async function recordFields(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  sweep: Sweep,
  clusterId: ClusterId,
): Promise<void> {
  const { definitions } = store;
  const all = [
    ...(await definitions.nodePools(clusterId)),
    ...(await definitions.nodeClasses(clusterId)),
  ];
  await sweep.each(all, objectOf, (definition) =>
    recordIneffectiveFields(store, definition, clock.now()),
  );
}
