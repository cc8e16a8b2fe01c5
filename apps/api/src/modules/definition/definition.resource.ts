import { z } from 'zod';
import { pageOf } from '../../rest/paging.js';
import { resourceOf } from '../../rest/resource-of.js';
import { components, instant, list, money, whole, word } from '../../rest/wire.js';
import { budgetStatusResource } from '../disruption/disruption.contract.js';

const text = z.string();

export const findingResource = resourceOf('DefinitionFinding', {
  line: whole.nullable().meta({ description: 'Line of the text, from 1' }),
  column: whole.nullable().meta({ description: 'Column of that line, from 1' }),
}).register(components, { id: 'DefinitionFinding' });

const healthResource = resourceOf('RegistrationHealth', {}).register(components, {
  id: 'RegistrationHealth',
});

const head = {
  id: text,
  clusterId: text,
  clusterName: text,
  name: text,
  source: word('DefinitionSource'),
  revision: whole,
  manifest: text.meta({ description: 'The stored v1 manifest as YAML' }),
  createdAt: instant,
  deletionRequestedAt: instant.nullable().meta({
    description: 'Time at which its object was deleted in the cluster while finalizers keep it',
  }),
  updatedAt: instant,
  version: whole,
};

export const nodePoolResource = z
  .object({
    ...head,
    weight: whole,
    replicas: whole.nullable().meta({ description: 'Number of nodes of a static NodePool' }),
    presentReplicas: whole.nullable(),
    nodeClassName: text,
    consolidationPolicy: text,
    consolidateAfter: text,
    minSaving: money.nullable(),
    minSavingPercent: z.number().nullable(),
    podMovePrice: money.nullable(),
    expireAfter: text,
    isReady: z.boolean(),
    notReadyReason: text.nullable(),
    registrationHealth: healthResource,
    nodes: whole,
    price: money,
    unpricedNodes: whole,
    limits: list(z.object({ resource: text, usage: whole, limit: whole.nullable() })),
    findings: list(findingResource),
    budgets: list(budgetStatusResource),
  })
  .register(components, { id: 'NodePool' });

export const nodeClassResource = z
  .object({
    ...head,
    amiFamily: text.nullable(),
    isReady: z.boolean(),
    problems: list(z.object({ condition: text, reason: text, message: text })),
    resolvedAt: instant.nullable(),
    subnets: list(z.object({ id: text, zone: text, zoneId: text, freeAddresses: whole })),
    securityGroups: list(z.object({ id: text, name: text })),
    images: list(
      z.object({
        id: text,
        name: text,
        architecture: text,
        variant: text,
        createdAt: instant,
        deprecated: z.boolean(),
      }),
    ),
    instanceProfile: text.nullable(),
    nodePools: list(text),
  })
  .register(components, { id: 'NodeClass' });

export const nodePoolPage = pageOf('NodePoolPage', nodePoolResource);
export const nodeClassPage = pageOf('NodeClassPage', nodeClassResource);

const driftResource = z
  .object({
    nodes: whole.meta({
      description: 'Nodes launched from the definition that are not terminating',
    }),
    drifting: whole.meta({
      description: 'Number of these nodes that would drift and have not drifted yet',
    }),
  })
  .meta({
    description: 'Number of nodes that would drift if the document were saved, in a dry run',
  })
  .register(components, { id: 'DriftForecast' });

export const appliedManifestsResource = z
  .object({
    applied: z.boolean(),
    documents: list(
      z.object({
        index: whole,
        kind: text.nullable(),
        name: text.nullable(),
        apiVersion: text.nullable(),
        accepted: z.boolean(),
        outcome: word('DocumentOutcome').meta({
          description: 'The change that was made, or that saving would make',
        }),
        definitionId: text.nullable().meta({ description: 'Absent if none is stored' }),
        version: whole.nullable().meta({ description: 'Version after this request' }),
        currentVersion: whole.nullable().meta({ description: 'Version before this request' }),
        manifest: text.nullable(),
        currentManifest: text.nullable(),
        drift: driftResource.nullable(),
        variants: list(z.object({ label: text, manifest: text })),
        findings: list(findingResource),
      }),
    ),
  })
  .register(components, { id: 'AppliedManifests' });

export const nodePoolOrReading = z
  .union([nodePoolResource, appliedManifestsResource])
  .register(components, {
    id: 'NodePoolOrReading',
    description: 'The NodePool; what saving would do if the request was a dry run',
  });
export const nodeClassOrReading = z
  .union([nodeClassResource, appliedManifestsResource])
  .register(components, {
    id: 'NodeClassOrReading',
    description: 'The EC2NodeClass; what saving would do if the request was a dry run',
  });
