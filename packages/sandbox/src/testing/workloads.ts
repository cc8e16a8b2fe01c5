import type { JsonObject } from '../kubernetes/json/json.js';

/** Manifests for specs. */
export function aDeployment(
  name: string,
  replicas: number,
  podSpec: JsonObject = {},
  spec: JsonObject = {},
): JsonObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: 'default' },
    spec: {
      replicas,
      selector: { matchLabels: { app: name } },
      template: aTemplate(name, podSpec),
      ...spec,
    },
  };
}

export function aTemplate(name: string, podSpec: JsonObject = {}): JsonObject {
  return {
    metadata: { labels: { app: name } },
    spec: {
      containers: [
        {
          name: 'c',
          image: 'registry.k8s.io/pause:3.10',
          resources: { requests: { cpu: '100m', memory: '64Mi' } },
        },
      ],
      ...podSpec,
    },
  };
}

export function aBudget(name: string, app: string, spec: JsonObject): JsonObject {
  return {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name, namespace: 'default' },
    spec: { selector: { matchLabels: { app } }, ...spec },
  };
}
