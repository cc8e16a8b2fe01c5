import { dataOf, type SearchResult } from '@kerf/client';
import type { Command } from 'commander';
import { connect } from '../connect.js';
import type { Io } from '../io.js';
import { type Form, formatList } from '../output/formats.js';
import { apiCommand, type CommonOptions, outputOption } from './options.js';

interface SearchOptions extends CommonOptions {
  readonly limit?: string;
}

const form: Form<SearchResult> = {
  nameOf: ({ kind, title, namespace }) =>
    [
      kind.toLowerCase().replaceAll('_', ''),
      ...(namespace === null ? [] : [namespace]),
      title,
    ].join('/'),
  columns: [
    { title: 'KIND', of: ({ kind }) => kind },
    { title: 'NAME', of: ({ title }) => title },
    { title: 'WHERE', of: ({ subtitle }) => subtitle },
    { title: 'PAGE', of: ({ path }) => path },
  ],
};

/** `kerf search`: objects of any kind by their name or ID. */
export function searchCommand(io: Io): Command {
  return apiCommand('search', 'Find nodes, pods, owners, decisions and other objects by name or ID')
    .argument('<query>', 'name, NAMESPACE/NAME, ID, also of an instance, or a part')
    .option('--limit <count>', 'number of objects at most, 1 to 50')
    .addOption(outputOption())
    .action(async (query: string, { limit, output, ...connection }: SearchOptions) => {
      const client = await connect(io, connection);
      const { items } = await dataOf(
        client.GET('/api/v1/search', {
          params: { query: { q: query, ...(limit === undefined ? {} : { limit: Number(limit) }) } },
        }),
      );
      if (items.length === 0 && output === 'table') io.err(`No results for ${query}.\n`);
      else io.out(formatList(items, form, output));
    });
}
