import type { CodegenConfig } from '@graphql-codegen/cli';

/** Enums that stand for words of the domain: resolvers give and get those words. */
const domainEnums = [
  'AttentionKind',
  'AttentionSeverity',
  'CapacityType',
  'ChangeTopic',
  'CheckState',
  'ClusterHoldCode',
  'ClusterMode',
  'ConnectionState',
  'CostDimension',
  'CostResolution',
  'DecisionKind',
  'DecisionState',
  'DefinitionSource',
  'DisruptionReason',
  'DocumentOutcome',
  'FindingSeverity',
  'InterruptionKind',
  'InterruptionOutcome',
  'MinValuesPolicy',
  'NodeClaimState',
  'NodeOverlayState',
  'NodeState',
  'PlanMethod',
  'PodPhase',
  'PodVerdictKind',
  'PreferencePolicy',
  'RegistrationHealthStatus',
  'RegistrationStep',
  'TokenScope',
];

/** What resolvers hand on for a type: everything of it that is not resolved when asked for. */
const views: Record<string, readonly string[]> = {
  cluster: ['Cluster', 'ClusterConnection'],
  node: ['Node', 'NodeConnection'],
  'node-claim': ['NodeClaim', 'NodeClaimConnection'],
  scheduling: ['PendingPodGroup', 'PendingPodGroupConnection'],
  definition: ['NodePool', 'NodePoolConnection', 'NodeClass', 'NodeClassConnection'],
  decision: ['Decision', 'DecisionConnection', 'PlannedNodeClaim'],
  'fleet-event': ['FleetEvent'],
  interruption: ['Interruption', 'InterruptionConnection'],
  audit: ['AuditEntry', 'AuditEntryConnection'],
};

/** The plugin re-exports the domain's types as if they were values. */
const reexportTypes = (_path: string, content: string): string =>
  content.replaceAll(/^export \{ (\w+) \};$/gm, 'export type { $1 };');

const config: CodegenConfig = {
  schema: 'src/**/*.graphql',
  hooks: { beforeOneFileWrite: reexportTypes },
  generates: {
    'schema.graphql': { plugins: ['schema-ast'], config: { sort: false } },
    'src/generated/schema-types.ts': {
      plugins: ['typescript', 'typescript-resolvers'],
      config: {
        contextType: '../graphql/graphql-context.js#GraphqlContext',
        enumsAsTypes: true,
        enumValues: Object.fromEntries(
          domainEnums.map((name) => [name, `../contract/words.js#${name}`]),
        ),
        mappers: Object.fromEntries(
          Object.entries(views).flatMap(([module, types]) =>
            types.map((type) => [type, `../modules/${module}/${module}.mapper.js#${type}View`]),
          ),
        ),
        scalars: {
          ID: 'string',
          DateTime: '@kerf/core#Instant',
          DurationMs: '@kerf/core#DurationMs',
          SafeInt: 'number',
          MicroUsdPerHour: '@kerf/core#MicroUsdPerHour',
          MicroUsd: 'number',
          Quantity: 'string',
          JSON: 'unknown',
        },
        strictScalars: true,
        useTypeImports: true,
        skipTypename: true,
        immutableTypes: true,
        avoidOptionals: { field: true, inputValue: false, object: false, defaultValue: false },
        maybeValue: 'T | null',
        inputMaybeValue: 'T | null | undefined',
        resolversNonOptionalTypename: false,
      },
    },
  },
};

export default config;
