import type { JsonObject } from '@kerf/core';
import { describe, expect, it } from 'vitest';
import { readPodSpecFields, readVolumeClaims } from './pod-spec.js';

const source = (spec: JsonObject, labels: unknown = {}) => ({
  namespace: 'shop',
  podName: 'web-1',
  labels,
  spec,
  requests: { pods: 1 },
});

describe('readPodSpecFields', () => {
  it('reads all scheduling constraints', () => {
    const fields = readPodSpecFields(
      source(
        {
          priority: 1_000,
          nodeSelector: { zone: 'a', arch: 'arm64' },
          tolerations: [
            { key: 'gpu', value: 'yes', effect: 'NoSchedule' },
            { operator: 'Exists' },
            { key: 'old', operator: 'Exists', effect: 'NoExecute' },
          ],
          affinity: {
            nodeAffinity: {
              requiredDuringSchedulingIgnoredDuringExecution: {
                nodeSelectorTerms: [
                  { matchExpressions: [{ key: 'cpu', operator: 'Gt', values: ['3'] }] },
                  { matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n1'] }] },
                ],
              },
              preferredDuringSchedulingIgnoredDuringExecution: [
                {
                  weight: 50,
                  preference: { matchExpressions: [{ key: 'spot', operator: 'Exists' }] },
                },
              ],
            },
            podAntiAffinity: {
              requiredDuringSchedulingIgnoredDuringExecution: [
                {
                  topologyKey: 'kubernetes.io/hostname',
                  labelSelector: { matchLabels: { app: 'web' } },
                  namespaceSelector: {},
                },
              ],
              preferredDuringSchedulingIgnoredDuringExecution: [
                { weight: 7, podAffinityTerm: { topologyKey: 'zone', namespaces: ['a'] } },
              ],
            },
          },
          topologySpreadConstraints: [
            {
              maxSkew: 2,
              topologyKey: 'zone',
              whenUnsatisfiable: 'ScheduleAnyway',
              labelSelector: {
                matchExpressions: [{ key: 'app', operator: 'In', values: ['web'] }],
              },
              minDomains: 3,
              matchLabelKeys: ['pod-template-hash'],
              nodeTaintsPolicy: 'Honor',
            },
          ],
          containers: [{ ports: [{ containerPort: 80 }, { containerPort: 53, hostPort: 53 }] }],
          initContainers: [
            {
              restartPolicy: 'Always',
              ports: [{ hostPort: 9, hostIP: '10.0.0.1', protocol: 'UDP' }],
            },
            { ports: [{ hostPort: 10 }] },
          ],
        },
        { b: '2', a: '1' },
      ),
    );
    expect(fields).toEqual({
      namespace: 'shop',
      labels: { a: '1', b: '2' },
      requests: { pods: 1 },
      priority: 1_000,
      tolerations: [
        { key: 'gpu', operator: 'Equal', value: 'yes', effect: 'NoSchedule' },
        { key: '', operator: 'Exists', value: '', effect: null },
        { key: 'old', operator: 'Exists', value: '', effect: 'NoExecute' },
      ],
      nodeSelector: { arch: 'arm64', zone: 'a' },
      requiredNodeAffinity: [
        {
          matchExpressions: [{ key: 'cpu', operator: 'Gt', values: ['3'], minValues: null }],
          hasMatchFields: false,
        },
        { matchExpressions: [], hasMatchFields: true },
      ],
      preferredNodeAffinity: [
        {
          weight: 50,
          term: {
            matchExpressions: [{ key: 'spot', operator: 'Exists', values: [], minValues: null }],
            hasMatchFields: false,
          },
        },
      ],
      topologySpread: [
        {
          maxSkew: 2,
          topologyKey: 'zone',
          whenUnsatisfiable: 'ScheduleAnyway',
          labelSelector: {
            matchLabels: {},
            matchExpressions: [{ key: 'app', operator: 'In', values: ['web'] }],
          },
          minDomains: 3,
          matchLabelKeys: ['pod-template-hash'],
          nodeAffinityPolicy: 'Honor',
          nodeTaintsPolicy: 'Honor',
        },
      ],
      podAffinity: { required: [], preferred: [] },
      podAntiAffinity: {
        required: [
          {
            topologyKey: 'kubernetes.io/hostname',
            labelSelector: { matchLabels: { app: 'web' }, matchExpressions: [] },
            namespaces: [],
            namespaceSelector: { matchLabels: {}, matchExpressions: [] },
            matchLabelKeys: [],
            mismatchLabelKeys: [],
          },
        ],
        preferred: [
          {
            weight: 7,
            term: {
              topologyKey: 'zone',
              labelSelector: null,
              namespaces: ['a'],
              namespaceSelector: null,
              matchLabelKeys: [],
              mismatchLabelKeys: [],
            },
          },
        ],
      },
      hostPorts: [
        { hostIp: '0.0.0.0', port: 53, protocol: 'TCP' },
        { hostIp: '10.0.0.1', port: 9, protocol: 'UDP' },
      ],
      volumes: [],
      unsupported: [],
    });
  });

  it('reads an unknown operator as one that matches nothing', () => {
    const { requiredNodeAffinity, topologySpread } = readPodSpecFields(
      source({
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'Like' }] }],
            },
          },
        },
        topologySpreadConstraints: [
          { labelSelector: { matchExpressions: [{ key: 'b', operator: 'Gt', values: ['1'] }] } },
        ],
      }),
    );
    const nothing = { key: 'a', operator: 'In', values: [], minValues: null };
    expect(requiredNodeAffinity[0]?.matchExpressions).toEqual([nothing]);
    expect(topologySpread[0]?.labelSelector?.matchExpressions).toEqual([
      { key: 'b', operator: 'In', values: [] },
    ]);
  });

  it('omits an invalid toleration', () => {
    const { tolerations } = readPodSpecFields(
      source({ tolerations: [{ operator: 'Near' }, { operator: 'Exists', effect: 'Never' }] }),
    );
    expect(tolerations).toEqual([]);
  });

  it('marks a pod with resource claims as unsupported', () => {
    const claims = [{ name: 'gpu', resourceClaimName: 'gpu' }];
    const { unsupported } = readPodSpecFields(source({ resourceClaims: claims }));
    expect(unsupported).toEqual(['resourceClaims']);
  });

  it('keeps a label with the name of an inherited property', () => {
    const labels: unknown = JSON.parse('{ "__proto__": "x", "constructor": "y" }');
    const text = JSON.stringify(readPodSpecFields(source({}, labels)).labels);
    expect(text).toBe('{"__proto__":"x","constructor":"y"}');
  });
});

describe('readVolumeClaims', () => {
  it('returns the claims of volumes, also of ephemeral ones', () => {
    const claims = readVolumeClaims(
      source({
        volumes: [
          { name: 'data', persistentVolumeClaim: { claimName: 'data-1' } },
          { name: 'cache', ephemeral: { volumeClaimTemplate: { spec: {} } } },
          { name: 'tmp', emptyDir: {} },
          { name: 'odd', persistentVolumeClaim: { claimName: 7 } },
        ],
      }),
    );
    expect(claims).toEqual([
      { claim: 'shop/data-1', renewal: null },
      { claim: 'shop/web-1-cache', renewal: null },
    ]);
  });

  it.each([
    ['its class', { storageClassName: 'gp3' }, 'gp3'],
    ['the default class', {}, null],
  ])('says that a pod that moves gets another volume of %s', (_, spec, className) => {
    const volumes = [
      { name: 'data', persistentVolumeClaim: { claimName: 'data-1' } },
      { name: 'cache', ephemeral: { volumeClaimTemplate: { spec } } },
    ];
    expect(readVolumeClaims(source({ volumes, nodeName: 'n1' }))).toEqual([
      { claim: 'shop/data-1', renewal: null },
      { claim: 'shop/web-1-cache', renewal: { className } },
    ]);
  });
});
