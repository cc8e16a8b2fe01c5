import { type DisruptionSimulation, dataOf, type KerfClient } from '@kerf/client';
import type { Command } from 'commander';
import { stringify } from 'yaml';
import { connect } from '../connect.js';
import { exitCodes } from '../exit-codes.js';
import { Failure } from '../failure.js';
import type { Io } from '../io.js';
import { formatTable } from '../output/formats.js';
import { dollars, reasonText } from '../output/values.js';
import { plainName } from '../resource.js';
import { resources } from '../resources.js';
import { apiCommand, type CommonOptions, outputOption } from './options.js';

interface SimulateOptions extends CommonOptions {
  readonly cluster: string;
}

const pollMs = 500;

/** `kerf simulate`: what would happen if nodes were removed. */
export function simulateCommand(io: Io): Command {
  return apiCommand('simulate', 'Simulate the removal of nodes; nothing in the cluster changes')
    .argument('<node...>', 'names of nodes, or node/NAME, which are removed together')
    .requiredOption('--cluster <cluster>', 'name or ID of the cluster')
    .addOption(outputOption())
    .action(async (nodes: readonly string[], options: SimulateOptions) => {
      const nodeNames = nodes.map((node) => plainName(resources.nodes, node));
      const client = await connect(io, options);
      const requested = await dataOf(
        client.POST('/api/v1/clusters/{cluster}/disruption-simulations', {
          params: {
            path: { cluster: options.cluster },
            header: { 'Idempotency-Key': io.newKey() },
          },
          body: { nodeNames },
        }),
      );
      const ended = await untilEnded(io, client, requested);
      io.out(format(ended, options.output));
      if (ended.result === null) {
        throw new Failure(exitCodes.unavailable, ended.problem ?? 'The simulation has no result.');
      }
    });
}

async function untilEnded(
  io: Io,
  client: KerfClient,
  requested: DisruptionSimulation,
): Promise<DisruptionSimulation> {
  let simulation = requested;
  while (simulation.state === 'REQUESTED' && !io.signal.aborted) {
    await io.sleep(pollMs);
    simulation = await dataOf(
      client.GET('/api/v1/disruption-simulations/{id}', { params: { path: { id: requested.id } } }),
    );
  }
  return simulation;
}

function format(simulation: DisruptionSimulation, output: CommonOptions['output']): string {
  if (output === 'json') return `${JSON.stringify(simulation, null, 2)}\n`;
  if (output === 'yaml') return stringify(simulation);
  if (output === 'name') return `simulation/${simulation.id}\n`;
  const { result } = simulation;
  if (result === null) return `${simulation.state} ${simulation.id}\n`;
  const blockers = result.nodes.flatMap(({ nodeName, blockers: ofNode }) =>
    ofNode.map(({ reason }) => [nodeName, reasonText(reason)]),
  );
  return [
    `Cost per hour changes by ${dollars(result.costChange) ?? 'an unknown amount'}; ${result.replacements.length} nodes would be launched.\n`,
    formatTable(
      ['POD', 'FROM', 'TO'],
      [
        ...result.moves.map(({ pod, from, to }) => [pod, from, to ?? 'new node']),
        ...result.unplaced.map(({ pod, from, reasons }) => [
          pod,
          from ?? '-',
          `nowhere: ${reasons.map(reasonText).join('; ')}`,
        ]),
      ],
    ),
    ...(blockers.length === 0 ? [] : ['\n', formatTable(['NODE', 'BLOCKED BY'], blockers)]),
  ].join('');
}
