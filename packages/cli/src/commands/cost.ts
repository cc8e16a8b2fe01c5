import { type CostAllocation, dataOf } from '@kerf/client';
import { type Command, Option } from 'commander';
import { connect } from '../connect.js';
import { exitCodes } from '../exit-codes.js';
import { Failure } from '../failure.js';
import type { Io } from '../io.js';
import { type Form, formatList, toLines } from '../output/formats.js';
import { counted } from '../output/sentences.js';
import { dollars } from '../output/values.js';
import { apiCommand, type CommonOptions, listOf, outputOption } from './options.js';

interface CostOptions extends CommonOptions {
  readonly by: 'namespace' | 'team' | 'label' | 'owner';
  readonly label?: string;
  readonly cluster?: string;
  readonly team?: readonly string[];
  readonly namespace?: string;
}

type Share = CostAllocation['items'][number];

const dimensions = {
  namespace: 'NAMESPACE',
  team: 'TEAM',
  label: 'LABEL',
  owner: 'OWNER',
} as const satisfies Record<CostOptions['by'], string>;

const form: Form<Share> = {
  nameOf: ({ kind, key }) => `cost-share/${kind === 'PODS' ? key : kind.toLowerCase()}`,
  columns: [
    { title: 'PER HOUR', of: ({ price }) => dollars(price) },
    { title: 'NAME', of: nameOf },
    { title: 'CLUSTER', of: ({ clusterName }) => clusterName },
    { title: 'NAMESPACE', of: ({ namespace }) => namespace },
    { title: 'PODS', of: ({ kind, pods }) => (kind === 'IDLE' ? null : String(pods)) },
  ],
};

/** `kerf cost`: the current cost of nodes, by what their pods belong to. */
export function costCommand(io: Io): Command {
  return apiCommand('cost', 'Show what namespaces, teams, labels or owners cost now')
    .addOption(
      new Option('--by <grouping>', 'what pods are grouped by')
        .choices(Object.keys(dimensions))
        .default('namespace'),
    )
    .option('--label <key>', 'key of the label, for --by label')
    .option('--cluster <cluster>', 'name or ID of the cluster; all clusters if absent')
    .option(
      '--team <name>',
      'team that owns the namespace, NodePool or cluster; may be repeated',
      listOf,
    )
    .option('--namespace <name>', 'only the pods of this namespace')
    .addOption(outputOption())
    .action(async (options: CostOptions) => {
      if (options.by === 'label' && options.label === undefined) {
        throw new Failure(exitCodes.usage, 'Give --label, the key of the label, e.g. app.');
      }
      const client = await connect(io, options);
      const cost = await dataOf(
        client.GET('/api/v1/cost/allocation', { params: { query: toQuery(options) } }),
      );
      if (options.output === 'json') {
        io.out(`${JSON.stringify(cost, null, 2)}\n`);
        return;
      }
      if (options.output === 'table') io.out(toLines(`${summaryOf(cost, options)}\n`));
      io.out(formatList(cost.items, form, options.output));
    });
}

const toQuery = ({ by, label, cluster, team, namespace }: CostOptions) => ({
  by: dimensions[by],
  groups: 1_000,
  ...(by === 'label' && label !== undefined ? { label } : {}),
  ...(cluster === undefined ? {} : { cluster }),
  ...(team === undefined ? {} : { team: [...team] }),
  ...(namespace === undefined ? {} : { of: dimensions.namespace, key: namespace }),
});

/** The nodes are those of the whole cost, not of one namespace. */
function summaryOf(
  { total, nodes, unpricedNodes }: CostAllocation,
  { namespace }: CostOptions,
): string {
  const sum = `${dollars(total)} per hour`;
  if (namespace !== undefined) return `${sum}.`;
  const unpriced =
    unpricedNodes === 0
      ? ''
      : `; ${counted(unpricedNodes, 'node')} without a known price: not included`;
  return `${sum}, ${counted(nodes, 'node')}${unpriced}.`;
}

function nameOf({ kind, key, ownerKind, groups }: Share): string {
  if (kind === 'OTHER') return `${groups} others`;
  if (kind !== 'PODS') return `(${kind.toLowerCase().replace('_', ' ')})`;
  if (key === '') return '(none)';
  return ownerKind === null ? key : `${ownerKind} ${key}`;
}
