import { setTimeout as sleep } from 'node:timers/promises';
import { CoreV1Api, type KubeConfig } from '@kubernetes/client-node';

/** Returns a Deployment of pods that run only on nodes with the label `bench: <name>`. */
export function pausingPods(name: string, replicas: number) {
  const labels = { app: name };
  return {
    metadata: { name },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          nodeSelector: { bench: name },
          containers: [
            {
              name: 'pause',
              image: 'pause',
              resources: { requests: { cpu: '500m', memory: '1Gi' } },
            },
          ],
        },
      },
    },
  };
}

/** Waits until the pods of a deleted Deployment are gone. */
export async function waitUntilGone(config: KubeConfig, name: string): Promise<void> {
  const api = config.makeApiClient(CoreV1Api);
  for (;;) {
    const { items } = await api.listNamespacedPod({
      namespace: 'default',
      labelSelector: `app=${name}`,
    });
    if (items.length === 0) return;
    await sleep(500);
  }
}
