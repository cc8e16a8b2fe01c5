import { type CostChange, dataOf, type KerfClient } from '@kerf/client';
import type { Command } from 'commander';
import { connect } from '../connect.js';
import { exitCodes } from '../exit-codes.js';
import { Failure } from '../failure.js';
import type { Io } from '../io.js';
import { type Form, formatList, toLines } from '../output/formats.js';
import { counted } from '../output/sentences.js';
import { dollars } from '../output/values.js';
import { apiCommand, type CommonOptions, listOf, outputOption } from './options.js';
import { readDuration } from './read-value.js';

interface ExplainCostOptions extends CommonOptions {
  readonly cluster?: string;
  readonly nodePool?: readonly string[];
  readonly team?: readonly string[];
  readonly since?: number;
  readonly from?: string;
  readonly to?: string;
}

type Driver = CostChange['drivers'][number];

const form: Form<Driver> = {
  nameOf: ({ kind }) => `cost-driver/${kind.toLowerCase()}`,
  columns: [
    { title: 'PER HOUR', of: ({ change }) => signed(change) },
    { title: 'WHY', of: ({ message }) => message },
    { title: 'CLUSTER', of: ({ clusterName }) => clusterName },
    { title: 'NODEPOOL', of: ({ nodePools }) => nodePools.join(',') },
    { title: 'NODES', of: nodesText },
    { title: 'DECISION', of: decisionText },
  ],
};

/** `kerf explain cost`: why the cost per hour differs between two times. */
export function explainCostCommand(io: Io): Command {
  return apiCommand('cost', 'Explain why the cost per hour differs between two times')
    .option('--cluster <cluster>', 'name or ID of the cluster; all clusters if absent')
    .option('--node-pool <name>', 'name of a NodePool; may be repeated', listOf)
    .option('--team <name>', 'team that owns the NodePool or the cluster; may be repeated', listOf)
    .option('--since <duration>', 'time until now, e.g. 24h', readDuration('--since'))
    .option('--from <time>', 'RFC 3339; a day before --to if absent')
    .option('--to <time>', 'RFC 3339; now if absent')
    .addOption(outputOption())
    .action(async (options: ExplainCostOptions) => {
      const client = await connect(io, options);
      const change = await readChange(client, options, io.now());
      const isTable = options.output === 'table';
      if (options.output === 'json') {
        io.out(`${JSON.stringify(change, null, 2)}\n`);
        return;
      }
      if (isTable) for (const line of summaryOf(change)) io.out(toLines(`${line}\n`));
      if (isTable && change.drivers.length === 0) return;
      io.out(formatList(change.drivers, form, options.output));
    });
}

function readChange(
  client: KerfClient,
  { cluster, nodePool, team, since, from, to }: ExplainCostOptions,
  now: number,
): Promise<CostChange> {
  if (since !== undefined && from !== undefined) {
    throw new Failure(exitCodes.usage, 'Give either --since or --from.');
  }
  const end = to === undefined ? now : Date.parse(to);
  if (Number.isNaN(end)) {
    throw new Failure(exitCodes.usage, `--to ${to} is no time, e.g. 2026-11-30T12:00:00Z.`);
  }
  const begin = since === undefined ? from : new Date(end - since).toISOString();
  const query = {
    ...(cluster === undefined ? {} : { cluster }),
    ...(nodePool === undefined ? {} : { nodePool: [...nodePool] }),
    ...(team === undefined ? {} : { team: [...team] }),
    ...(begin === undefined ? {} : { from: begin }),
    ...(to === undefined ? {} : { to }),
  };
  return dataOf(client.GET('/api/v1/cost/change', { params: { query } }));
}

function summaryOf(change: CostChange): readonly string[] {
  const unpriced = Math.max(change.unpricedNodesBefore, change.unpricedNodesAfter);
  return [
    `${dollars(change.before)} per hour at ${change.from}, ${dollars(change.after)} at ${change.to}: ${signed(change.change)} (${signed(change.increase)} and ${signed(change.decrease)})`,
    ...(unpriced === 0
      ? []
      : [`${counted(unpriced, 'node')} without a known price: not included.`]),
    ...change.gaps.map(
      ({ clusterName, from, to }) =>
        `Not measured: ${clusterName} from ${from} to ${to}; changes then have no exact time.`,
    ),
    ...(change.drivers.length === 0 ? ['Nothing changed.'] : []),
  ];
}

function signed(usd: string): string {
  const text = dollars(usd) ?? usd;
  return text.startsWith('-') ? text : `+${text}`;
}

function nodesText({ nodesAdded, nodesRemoved, nodesRepriced }: Driver): string {
  return [
    ...(nodesAdded === 0 ? [] : [`+${nodesAdded}`]),
    ...(nodesRemoved === 0 ? [] : [`-${nodesRemoved}`]),
    ...(nodesRepriced === 0 ? [] : [`${nodesRepriced} repriced`]),
  ].join(' ');
}

function decisionText({ decisionIds: [latest], decisions }: Driver): string | null {
  if (latest === undefined) return null;
  return decisions === 1 ? latest : `${latest} and ${decisions - 1} more`;
}
