import type { Store } from '@kerf/application';
import {
  aNodeClassDefinition,
  anIncident,
  anInterruption,
  aRevisionOf,
  aSimulation,
  aSimulationResult,
  storedFleet,
  storeFleet,
} from '@kerf/testing';

/** Stores a fleet with the objects that `restCalls` and `graphqlCalls` name. */
export async function storeSamples(store: Store): Promise<void> {
  const { cluster: clusterId, node, nodeClaim: nodeClaimId } = storedFleet;
  await storeFleet(store);
  await store.incidents.insert(anIncident({ clusterId, id: 'inc_1' }));
  await store.interruptions.insert(anInterruption({ clusterId, id: 'int_1', nodeClaimId }));
  await store.simulations.insert(
    aSimulation({
      clusterId,
      id: 'sim_1',
      state: 'Done',
      nodeNames: [node],
      requestedAt: Date.now(),
      answerBy: Date.now() + 60_000,
      result: aSimulationResult(),
    }),
  );
  const nodeClass = aNodeClassDefinition({ clusterId, id: 'ncs_own', name: 'own', source: 'Api' });
  await store.definitions.insert(nodeClass, aRevisionOf(nodeClass));
}
