import { ineffectiveFields, type ManifestContext, type NodePoolManifest } from '@kerf/application';
import { labelKeys, parseBytes } from '@kerf/core';
import type { FindingList, NewFinding } from '../findings/finding-list.js';
import { suggestion } from '../findings/nearest.js';
import { isWellKnown } from '../schema/well-known-labels.js';
import { fewSpotTypes, gpuWithoutTaints } from './instance-type-advice.js';
import { misnamedZone } from './misnamed-zone.js';
import { noInstanceType } from './no-instance-type.js';
import { remainingValues } from './remaining-values.js';
import { unknownValues } from './unknown-values.js';

type Check = (spec: NodePoolManifest, context: ManifestContext) => readonly NewFinding[];

const requirementsPath = ['spec', 'template', 'spec', 'requirements'] as const;

/** Adds warnings about valid fields of a NodePool that may have unwanted effects. */
export function adviseNodePool(
  spec: NodePoolManifest,
  context: ManifestContext,
  findings: FindingList,
): void {
  for (const check of checks) for (const finding of check(spec, context)) findings.add(finding);
}

/** Depends on the objects of the cluster, so it is evaluated again when they change. */
export const unknownNodeClass = (
  spec: NodePoolManifest,
  { knownNodeClasses, clusterName }: Pick<ManifestContext, 'knownNodeClasses' | 'clusterName'>,
): readonly NewFinding[] => {
  const { name } = spec.template.spec.nodeClassRef;
  if (knownNodeClasses === null || knownNodeClasses.includes(name)) return [];
  const message = `${clusterName ?? 'the cluster'} has no EC2NodeClass ${name}${suggestion(name, knownNodeClasses)}; the NodePool is not ready until it exists`;
  const path = ['spec', 'template', 'spec', 'nodeClassRef', 'name'];
  return [{ code: 'NODE_CLASS_UNKNOWN', path, message, found: name }];
};

const withoutEffect: Check = (spec) =>
  ineffectiveFields({ kind: 'NodePool', spec }).map((field) => ({
    code: 'FIELD_WITHOUT_EFFECT',
    ...field,
  }));

const replicasBeyondLimit: Check = ({ replicas, limits }) => {
  const limit = limits['nodes'];
  return replicas === undefined || limit === undefined || replicas <= nodesOf(limit)
    ? []
    : [
        {
          code: 'REPLICAS_BEYOND_LIMIT',
          path: ['spec', 'replicas'],
          message: `limits.nodes allows ${limit} nodes, fewer than the ${replicas} replicas; raise the limit above the replicas, because a replacement needs one more node`,
          found: replicas,
        },
      ];
};

/** Limits are quantities, also limits of nodes. */
function nodesOf(limit: string): number {
  const nodes = parseBytes(limit);
  return nodes.ok ? nodes.value : Infinity;
}

const noLimits: Check = ({ limits, replicas }) =>
  replicas === undefined && Object.keys(limits).length === 0
    ? [
        {
          code: 'NO_LIMITS',
          path: ['spec', 'limits'],
          message: 'the NodePool has no limit; set spec.limits.cpu to limit its cost',
        },
      ]
    : [];

const knownResources = ['cpu', 'memory', 'ephemeral-storage', 'pods', 'nodes'];

const limitNames: Check = ({ limits }) =>
  Object.keys(limits)
    .filter((name) => !knownResources.includes(name) && !/[/]|^hugepages-/.test(name))
    .map((name) => ({
      code: 'LIMIT_UNKNOWN_RESOURCE',
      path: ['spec', 'limits', name],
      message: `no node has a resource ${name}${suggestion(name, knownResources)}; the limit has no effect`,
    }));

const blockingBudgets: Check = ({ disruption }) =>
  disruption.budgets.flatMap(({ nodes, schedule, reasons }, index) =>
    /^0%?$/.test(nodes) && schedule === undefined
      ? [
          {
            code: 'BUDGET_BLOCKS_ALL',
            path: ['spec', 'disruption', 'budgets', index],
            message: `this budget never allows disruption for ${reasons === undefined || reasons.length === 0 ? 'any reason' : reasons.join(', ')}; set schedule and duration to limit it to a time window`,
          },
        ]
      : [],
  );

const singleZone: Check = ({ template }) =>
  template.spec.requirements.flatMap(({ key, operator, values = [] }, index) => {
    const [only, ...others] = new Set(values);
    const isOneZone =
      key === labelKeys.zone && operator === 'In' && only !== undefined && others.length === 0;
    if (!isOneZone || misnamedZone(key, only) !== null) return [];
    return [
      {
        code: 'SINGLE_ZONE',
        path: [...requirementsPath, index],
        message: `all nodes are in ${only}; a failure or capacity shortage of this zone affects the whole NodePool`,
      },
    ];
  });

const customExists: Check = ({ template }) =>
  template.spec.requirements.flatMap(({ key, operator }, index) =>
    operator === 'Exists' && !isWellKnown(key)
      ? [
          {
            code: 'CUSTOM_LABEL_EXISTS',
            path: [...requirementsPath, index],
            message: `no instance type has the label ${key}, so the requirement restricts nothing; nodes get the label with an arbitrary number`,
          },
        ]
      : [],
  );

/** Warns of values with an operator that ignores them. */
const ignoredValues: Check = ({ template }) =>
  template.spec.requirements.flatMap(({ operator, values = [] }, index) =>
    (operator === 'Exists' || operator === 'DoesNotExist') && values.length > 0
      ? [
          {
            code: 'VALUES_IGNORED',
            path: [...requirementsPath, index, 'values'],
            message: `${operator} ignores values; use ${operator === 'Exists' ? 'In' : 'NotIn'} if they matter`,
            found: values,
          },
        ]
      : [],
  );

/** Warns of values that are certainly no zones, so that the requirement matches nothing. */
const misnamedZones: Check = ({ template }) =>
  template.spec.requirements.flatMap(({ key, values = [] }, index) =>
    values.flatMap((value, position) => {
      const message = misnamedZone(key, value);
      const path = [...requirementsPath, index, 'values', position];
      return message === null ? [] : [{ code: 'VALUE_UNKNOWN', path, message, found: value }];
    }),
  );

/** Warns of requirements on one label without a common value, or with fewer than minValues. */
const contradictions: Check = ({ template }) => {
  const { requirements } = template.spec;
  return [...new Set(requirements.map(({ key }) => key))].flatMap((key): NewFinding[] => {
    const ofKey = requirements.filter((requirement) => requirement.key === key);
    const left = remainingValues(ofKey);
    const needed = Math.max(1, ...ofKey.map(({ minValues }) => minValues ?? 1));
    if (left === null || left.length >= needed) return [];
    const index = requirements.findLastIndex((requirement) => requirement.key === key);
    const message =
      left.length === 0
        ? `the requirements on ${key} have no common value, so no node can satisfy them`
        : `the requirements on ${key} have ${left.length} common values (${left.join(', ')}), and minValues requires ${needed}`;
    return [{ code: 'REQUIREMENTS_CONTRADICT', path: [...requirementsPath, index], message }];
  });
};

const checks: readonly Check[] = [
  unknownNodeClass,
  withoutEffect,
  noLimits,
  replicasBeyondLimit,
  limitNames,
  blockingBudgets,
  unknownValues,
  misnamedZones,
  ignoredValues,
  noInstanceType,
  contradictions,
  singleZone,
  customExists,
  gpuWithoutTaints,
  fewSpotTypes,
];
