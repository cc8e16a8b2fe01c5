import type {
  ApplyManifestsInput,
  ApplyManifestsPayload,
  ConvertedManifests,
  ConvertManifestsInput,
  DefinitionFinding,
  DocumentOutcome,
  DocumentReading,
  DriftForecast,
  UserError,
} from '../generated/schema.js';
import { iso } from '../world/clusters.js';
import type { World } from '../world/world.js';

const finding = (
  fields: Pick<DefinitionFinding, 'severity' | 'code' | 'path' | 'message'> &
    Partial<DefinitionFinding>,
): DefinitionFinding => ({ found: null, became: null, line: null, column: null, ...fields });

/**
 * Reads manifests about as the product does: enough of conversions, warnings and refusals to see
 * each of them. The real reader is packages/definitions.
 */
export function readManifests(
  world: World,
  clock: () => number,
  onSaved: (clusterId: string) => void,
) {
  return ({ input }: { readonly input: ApplyManifestsInput }): ApplyManifestsPayload => {
    const documents = readAll(world, input);
    const userErrors = input.dryRun ? [] : staleVersions(documents, input);
    const applied =
      !input.dryRun && userErrors.length === 0 && documents.every(({ accepted }) => accepted);
    if (applied) {
      for (const reading of documents) save(world, input.clusterId, { reading, now: clock() });
      onSaved(input.clusterId);
    }
    return {
      documents: documents.map((reading) =>
        applied ? { ...reading, ...storedOf(world, input.clusterId, reading) } : reading,
      ),
      applied,
      userErrors,
    };
  };
}

function staleVersions(
  documents: readonly DocumentReading[],
  { expectedVersions }: ApplyManifestsInput,
): UserError[] {
  return (expectedVersions ?? []).flatMap(({ index, expectedVersion }, position) => {
    const reading = documents.find((each) => each.index === index);
    if ((reading?.currentVersion ?? 0) === expectedVersion) return [];
    return [
      {
        code: 'STALE' as const,
        field: `input.expectedVersions.${position}.expectedVersion`,
        message: `${reading?.kind} ${reading?.name} was changed (its version is ${reading?.currentVersion}). Read it again.`,
      },
    ];
  });
}

function storedOf(world: World, clusterId: string, { name }: Pick<DocumentReading, 'name'>) {
  const stored = [...world.pools, ...world.nodeClasses].find(
    (each) => each.name === name && each.clusterId === clusterId,
  );
  return { definitionId: stored?.id ?? null, version: stored?.version ?? null };
}
/** The same as v1 YAML to download. */
export function convertManifests(world: World) {
  return ({ input }: { readonly input: ConvertManifestsInput }): ConvertedManifests => {
    const documents = readAll(world, { ...input, clusterId: input.clusterId ?? '', dryRun: true });
    const texts = documents.map(({ kind, name, manifest, findings }) => {
      const notes = findings.map(({ message }) => `# - ${message}\n`);
      return `# ${kind} ${name}\n${notes.join('')}${manifest ?? ''}`;
    });
    return { documents, text: texts.join('---\n') };
  };
}

const readAll = (world: World, input: ApplyManifestsInput): DocumentReading[] =>
  input.manifests
    .split(/^---$/m)
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text, index) => readDocument(world, { text, index, input }));

interface DocumentText {
  readonly text: string;
  readonly index: number;
  readonly input: ApplyManifestsInput;
}

function readDocument(world: World, document: DocumentText): DocumentReading {
  const { text, index, input } = document;
  const kind = wordAfter(text, /^kind:\s*(\S+)/m);
  const name = wordAfter(text, /^\s+name:\s*(\S+)/m);
  const current = [...world.pools, ...world.nodeClasses].find(
    (each) => each.name === name && each.clusterId === input.clusterId,
  );
  const read = { variants: [], ...readText(world, document, kind) };
  return {
    index,
    kind,
    name,
    apiVersion: wordAfter(text, /^apiVersion:\s*(\S+)/m),
    ...storedOf(world, input.clusterId, { name }),
    currentVersion: current?.version ?? null,
    currentManifest: current?.manifest ?? null,
    drift: driftOf(
      world.pools.find(({ id }) => id === current?.id),
      text,
    ),
    outcome: outcomeOf(read, current?.manifest),
    ...read,
  };
}

function outcomeOf({ accepted, manifest }: Read, current: string | undefined): DocumentOutcome {
  if (!accepted) return 'REFUSED';
  if (current === undefined) return 'CREATED';
  return current === manifest ? 'UNCHANGED' : 'UPDATED';
}

/** The product compares what it hashes; labels are enough to see the warning. */
function driftOf(pool: World['pools'][number] | undefined, text: string): DriftForecast | null {
  const labelsOf = (yaml: string) => wordAfter(yaml, /^\s+labels:\s*(.*)$/m);
  if (pool === undefined || pool.nodes === 0) return null;
  if (labelsOf(pool.manifest) === labelsOf(text)) return null;
  return { nodes: pool.nodes, drifting: pool.nodes };
}

const wordAfter = (text: string, pattern: RegExp): string | null => pattern.exec(text)?.[1] ?? null;

type Read = Pick<DocumentReading, 'accepted' | 'manifest' | 'findings'> &
  Partial<Pick<DocumentReading, 'variants'>>;

function readText(world: World, { text, index, input }: DocumentText, kind: string | null): Read {
  if (/^\t/m.test(text)) {
    const line = input.manifests.split('\n').findIndex((each) => each.startsWith('\t')) + 1;
    const message = 'invalid YAML: Tabs are not allowed as indentation; indent with spaces';
    const fields = { severity: 'ERROR', code: 'YAML_INVALID', path: '', message } as const;
    return {
      accepted: false,
      manifest: null,
      findings: [finding({ ...fields, line, column: 1 })],
    };
  }
  if (kind !== 'NodePool' && kind !== 'EC2NodeClass') {
    const message = `${kind ?? 'This'} is not a NodePool or EC2NodeClass.`;
    const fields = { severity: 'ERROR', code: 'KIND_UNKNOWN', path: 'kind', message } as const;
    return { accepted: false, manifest: null, findings: [finding(fields)] };
  }
  if (/^\s+role:/m.test(text) && /^\s+instanceProfile:/m.test(text)) {
    return variantsOf(text, input.variants?.find((each) => each.index === index)?.label);
  }
  const cluster = world.clusters.find(({ id }) => id === input.clusterId)?.name ?? '';
  const converted = text
    .replace('karpenter.sh/v1beta1', 'karpenter.sh/v1')
    .replaceAll('WhenUnderutilized', 'WhenEmptyOrUnderutilized')
    .replaceAll('${CLUSTER_NAME}', input.replacePlaceholders ? cluster : '${CLUSTER_NAME}');
  return { accepted: true, manifest: `${converted}\n`, findings: findingsOf(text, cluster) };
}

function findingsOf(text: string, cluster: string): DefinitionFinding[] {
  return [
    ...(text.includes('v1beta1')
      ? [
          finding({
            severity: 'WARNING',
            code: 'API_VERSION_CONVERTED',
            path: 'apiVersion',
            message: 'v1beta1 is read as v1.',
            found: 'karpenter.sh/v1beta1',
            became: 'karpenter.sh/v1',
          }),
        ]
      : []),
    ...(text.includes('WhenUnderutilized')
      ? [
          finding({
            severity: 'WARNING',
            code: 'CONSOLIDATION_POLICY_RENAMED',
            path: 'spec.disruption.consolidationPolicy',
            message: 'The policy has another name in v1.',
            found: 'WhenUnderutilized',
            became: 'WhenEmptyOrUnderutilized',
          }),
        ]
      : []),
    ...(text.includes('${CLUSTER_NAME}')
      ? [
          finding({
            severity: 'WARNING',
            code: 'PLACEHOLDER',
            path: 'spec.role',
            message: 'A placeholder was found.',
            found: '${CLUSTER_NAME}',
            became: cluster,
          }),
        ]
      : []),
    ...(/^kind: NodePool/m.test(text) && !text.includes('limits:')
      ? [
          finding({
            severity: 'ADVICE',
            code: 'NO_LIMITS',
            path: 'spec.limits',
            message: 'No limits: a runaway workload buys without end.',
          }),
        ]
      : []),
  ];
}

function variantsOf(text: string, chosen: string | undefined) {
  const variants = [
    { label: 'keep role', manifest: `${text.replace(/^\s+instanceProfile:.*\n/m, '')}\n` },
    { label: 'keep instanceProfile', manifest: `${text.replace(/^\s+role:.*\n/m, '')}\n` },
  ];
  const picked = variants.find(({ label }) => label === chosen);
  return {
    accepted: picked !== undefined,
    manifest: picked?.manifest ?? null,
    variants,
    findings:
      picked === undefined
        ? [
            finding({
              severity: 'ERROR',
              code: 'ROLE_AND_PROFILE',
              path: 'spec.role, spec.instanceProfile',
              message: 'Both are set; only one may be.',
            }),
          ]
        : [],
  };
}

function save(
  world: World,
  clusterId: string,
  { reading, now }: { readonly reading: DocumentReading; readonly now: number },
): void {
  const { kind, name, manifest } = reading;
  if (!name || !manifest) return;
  const list = kind === 'NodePool' ? world.pools : world.nodeClasses;
  const stored = list.find((each) => each.name === name && each.clusterId === clusterId);
  if (stored !== undefined) {
    stored.manifest = manifest;
    stored.revision += 1;
    stored.version += 1;
    stored.updatedAt = iso(now);
    stored.revisions.unshift({
      revision: stored.revision,
      manifest,
      savedAt: iso(now),
      savedBy: world.viewer.name,
    });
    return;
  }
  const [pool] = world.pools;
  const cluster = world.clusters.find(({ id }) => id === clusterId);
  if (kind !== 'NodePool' || pool === undefined || cluster === undefined) return;
  world.pools.push({
    ...pool,
    id: `npl_${clusterId}_${name}`,
    clusterId,
    clusterName: cluster.name,
    name,
    manifest,
    nodes: 0,
    price: '0',
    source: 'API',
    revision: 1,
    revisions: [{ revision: 1, manifest, savedAt: iso(now), savedBy: world.viewer.name }],
  });
}
