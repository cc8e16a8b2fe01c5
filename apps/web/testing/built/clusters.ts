import { closestRecorded, recordedAnswersOf } from '../recording/recording-files.js';
import type { Roots } from './roots.js';

const clusterNamed = (name: string): object =>
  Object(closestRecorded('ClusterDetails', { name }, ['name'])).cluster;

const isTaken = (name: unknown): boolean =>
  JSON.stringify(closestRecorded('ClusterNames', {})).includes(`"name":"${String(name)}"`);

export const clusterRoots: Roots = {
  registerCluster: ({ input: { name } }) =>
    isTaken(name)
      ? {
          userErrors: [
            {
              code: 'CONFLICT',
              field: 'input.name',
              message: `A cluster named ${String(name)} is already registered.`,
            },
          ],
        }
      : { cluster: { ...clusterNamed('ml-prod'), name } },
  recheckCluster: () => {
    const cluster = Object(clusterNamed('shop-prod-use1'));
    const checks = cluster.checks.map((check: object) => ({
      ...check,
      state: 'WAITING',
      detail: null,
      remedy: null,
    }));
    return { cluster: { ...cluster, checks } };
  },
  removeCluster: ({ input: { id, expectedVersion } }) =>
    expectedVersion === 0
      ? {
          userErrors: [
            {
              code: 'STALE',
              field: 'input.expectedVersion',
              message: 'The cluster was changed (its version is 32). Read it again.',
            },
          ],
        }
      : { removedId: id },
  deleteDefinition: ({ input: { id } }) => ({ deletedId: id }),
  simulateDisruption: () => ({
    simulation: { id: recordedAnswersOf('DisruptionSimulation')[0]?.variables['id'] },
  }),
};
