import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { AppError } from '@kerf/core';
import { scenarios } from '../scenarios/scenarios.js';

export const scenarioUsage = `scenario NAME [--cluster NAME] [--size N] [--seconds N] [--notice SECONDS]
scenario list               what can happen
scenario speed N            the company's day goes so much faster than life
scenario pause | resume     the company's day stands still, and goes on
scenario calm               ends what lasts
  --control URL             the sandbox's control door (default: what .kerf/run.json says)`;

type Json = Readonly<Record<string, unknown>>;

/** Tells the running sandbox what is to happen, and prints what to watch. */
export async function scenario(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      cluster: { type: 'string' },
      size: { type: 'string' },
      seconds: { type: 'string' },
      notice: { type: 'string' },
      control: { type: 'string' },
    },
  });
  const [name = 'list', value] = positionals;
  if (name === 'list') {
    print(listText());
    return;
  }
  const run = await readRun(values.control);
  if (name === 'speed') {
    const speed = toNumber('speed', value ?? '');
    print(dayText(await post(run, '/speed', { speed })));
  } else if (name === 'pause' || name === 'resume') print(dayText(await post(run, `/${name}`, {})));
  else if (name === 'calm') print(calmText(await post(run, '/calm', {})));
  else {
    const body = {
      cluster: values.cluster,
      size: toNumber('--size', values.size),
      seconds: toNumber('--seconds', values.seconds),
      noticeSeconds: toNumber('--notice', values.notice),
    };
    print(runText(await post(run, `/scenarios/${encodeURIComponent(name)}`, body), run.url));
  }
}

interface Run {
  readonly control: string;
  /** Of the dashboard; `null` when only the sandbox runs. */
  readonly url: string | null;
}

/** The first is what `npm start` writes; the second the sandbox itself, there when it runs alone. */
const runFiles = ['.kerf/run.json', '.kerf/sandbox/info.json'] as const;

async function readRun(control: string | undefined): Promise<Run> {
  if (control !== undefined) return { control, url: null };
  const known: Record<string, unknown> = {};
  for (const file of runFiles.filter((path) => existsSync(path)).toReversed()) {
    Object.assign(known, JSON.parse(await readFile(file, 'utf8')));
  }
  const { sandboxControl, url } = known;
  if (typeof sandboxControl !== 'string') {
    throw invalid('no sandbox runs here: start one with npm start, or name its --control URL');
  }
  return { control: sandboxControl, url: typeof url === 'string' ? url : null };
}

async function post({ control }: Run, path: string, body: object): Promise<Json> {
  const response = await fetch(new URL(path, control), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch((cause: unknown) => {
    const message = `the sandbox does not answer at ${control}; does npm start still run?`;
    throw new AppError({ code: 'CONFIG.INVALID', message, cause });
  });
  const answer: unknown = await response.json();
  const fields = isRecord(answer) ? answer : {};
  if (!response.ok) throw invalid(String(fields['message']));
  return fields;
}

/** Absent stays absent; JSON leaves it out. */
function toNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value)) return value;
  throw invalid(`${option} takes a number, not "${text}"`);
}

function listText(): string {
  const width = Math.max(...scenarios.map(({ name }) => name.length)) + 2;
  const rows = scenarios.map(({ name, summary, size, seconds }) => {
    const sizeText = size === null ? '' : `--size ${size.usual} (${size.of})`;
    const secondsText = seconds === null ? '' : `--seconds ${seconds}`;
    const usual = [sizeText, secondsText].filter((text) => text !== '').join(', ');
    return `  ${name.padEnd(width)}${summary}\n  ${''.padEnd(width)}unless told otherwise: ${usual}`;
  });
  return `npm run sandbox -- NAME [--cluster NAME] [--size N] [--seconds N] [--notice SECONDS]\n\n${rows.join('\n')}

  speed N, pause, resume     the company's day
  calm                       ends what lasts`;
}

function runText(run: Json, url: string | null): string {
  const page = String(run['page']);
  const rows = [
    `${String(run['scenario'])}: ${String(run['message'])}`,
    `  Watch  ${String(run['watch'])}`,
    `  Open   ${url === null ? page : new URL(page, url).href}`,
  ];
  const ends = `  Ends   at ${String(run['endsAt'])}, or with npm run sandbox -- calm`;
  return [...rows, ...(run['endsAt'] === null ? [] : [ends])].join('\n');
}

function dayText({ day }: Json): string {
  const { speed, time } = isRecord(day) ? day : {};
  const pace = speed === 0 ? 'stands still' : `goes ${String(speed)} times as fast as life`;
  return `The company's day ${pace}; it is ${String(time)} there.`;
}

function calmText({ ended }: Json): string {
  const runs = Array.isArray(ended) ? ended.filter(isRecord) : [];
  if (runs.length === 0) return 'Nothing lasted.';
  const names = runs.map((run) => `${String(run['scenario'])} on ${String(run['cluster'])}`);
  return `Ended: ${names.join(', ')}.`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function invalid(message: string): AppError {
  return new AppError({ code: 'INPUT.INVALID', message });
}
