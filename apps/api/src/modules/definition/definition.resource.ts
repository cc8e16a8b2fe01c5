import { z } from 'zod';
import { componentOf, resourceOf } from '../../rest/resource-of.js';
import { components, instant, list, money, text, whole, word } from '../../rest/wire.js';
import { budgetStatusResource } from '../disruption/disruption.contract.js';

export const findingResource = componentOf('DefinitionFinding', {
  line: whole.nullable().meta({ description: 'Line of the text, from 1' }),
  column: whole.nullable().meta({ description: 'Column of that line, from 1' }),
});

const healthResource = componentOf('RegistrationHealth', {});

export const managerResource = componentOf('ObjectManager', {});

const head = {
  id: text,
  clusterId: text,
  clusterName: text,
  name: text,
  source: word('DefinitionSource'),
  managedBy: managerResource.nullable().meta({
    description:
      'The tool that applies the object to its cluster; absent if none does, or if it is unknown',
  }),
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
    limits: list(resourceOf('NodePoolLimit', {})),
    findings: list(findingResource),
    budgets: list(budgetStatusResource),
  })
  .register(components, { id: 'NodePool' });

export const nodeClassResource = z
  .object({
    ...head,
    amiFamily: text.nullable(),
    isReady: z.boolean(),
    problems: list(resourceOf('NodeClassProblem', {})),
    resolvedAt: instant.nullable(),
    subnets: list(resourceOf('ResolvedSubnet', {})),
    securityGroups: list(resourceOf('ResolvedSecurityGroup', {})),
    images: list(resourceOf('ResolvedImage', {})),
    instanceProfile: text.nullable(),
    nodePools: list(text),
  })
  .register(components, { id: 'NodeClass' });

const driftResource = resourceOf('DriftForecast', {
  nodes: whole.meta({
    description: 'Nodes launched from the definition that are not terminating',
  }),
  drifting: whole.meta({
    description: 'Number of these nodes that would drift and have not drifted yet',
  }),
  price: money.meta({ description: 'Sum of the known prices of the drifting nodes' }),
})
  .meta({
    description: 'Number of nodes that would drift if the document were saved, in a dry run',
  })
  .register(components, { id: 'DriftForecast' });

const offeringsResource = componentOf(
  'RemainingOfferings',
  {
    zones: list(text),
    capacityTypes: list(word('CapacityType')),
    cheapest: list(resourceOf('RemainingInstanceType', { price: money.nullable() })),
  },
  'Instance types and zones that the requirements and the EC2NodeClass of a NodePool leave, in a dry run',
);

const documentResource = resourceOf('DocumentReading', {
  outcome: word('DocumentOutcome').meta({
    description: 'The change that was made, or that saving would make',
  }),
  definitionId: text.nullable().meta({ description: 'Absent if none is stored' }),
  version: whole.nullable().meta({ description: 'Version after this request' }),
  currentVersion: whole.nullable().meta({ description: 'Version before this request' }),
  drift: driftResource.nullable(),
  offerings: offeringsResource.nullable(),
  variants: list(resourceOf('DocumentVariant', {})),
  findings: list(findingResource),
});

export const appliedManifestsResource = z
  .object({ applied: z.boolean(), documents: list(documentResource) })
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
