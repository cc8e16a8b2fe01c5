import { recordedAt } from '../recording/recording.js';

/** Arguments of a root field; `input` is empty for queries. */
export interface RootArguments {
  readonly input: Readonly<Record<string, unknown>>;
  readonly [name: string]: unknown;
}

/** Values of the schema's root fields, by the name of the field. */
export type Roots = Readonly<Record<string, (args: RootArguments) => unknown>>;

/** Returns the time so many minutes before that of the recording. */
export const minutesAgo = (minutes: number): string =>
  new Date(recordedAt.getTime() - minutes * 60_000).toISOString();

/** The scope of all clusters. */
export const ofOrganization = { kind: 'ORGANIZATION' };
