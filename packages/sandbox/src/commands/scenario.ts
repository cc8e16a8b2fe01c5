import { parseArgs } from 'node:util';
import { isRecord } from '@kerf/core';
import { scenarios } from '../scenarios/scenarios.js';
import { callControl, type Json, print, readRun, toNumber } from './control-client.js';
import { fault } from './fault.js';

export const scenarioUsage = `scenario NAME [--cluster NAME] [--size N] [--seconds N] [--notice SECONDS]
scenario list               lists the scenarios
scenario speed N            sets the speed of the simulated day (1: real time)
scenario pause | resume     pauses and resumes the simulated day
scenario calm               ends running scenarios
scenario fault              adds, lists and removes fault rules of the simulated AWS
  --control URL             the sandbox's control API (default: from .kerf/run.json)`;

/** Runs a scenario in the running sandbox, and prints what to observe. */
export async function scenario(args: readonly string[]): Promise<void> {
  if (args[0] === 'fault') return fault(args.slice(1));
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      cluster: { type: 'string' },
      size: { type: 'string' },
      seconds: { type: 'string' },
      notice: { type: 'string' },
      control: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const [name = 'list', value] = positionals;
  if (name === 'list' || values.help === true) {
    print(listText());
    return;
  }
  const run = await readRun(values.control);
  if (name === 'speed') {
    const speed = toNumber('speed', value ?? '');
    print(dayText(await callControl(run, 'POST', '/speed', { speed })));
  } else if (name === 'pause' || name === 'resume')
    print(dayText(await callControl(run, 'POST', `/${name}`, {})));
  else if (name === 'calm') print(calmText(await callControl(run, 'POST', '/calm', {})));
  else {
    const body = {
      cluster: values.cluster,
      size: toNumber('--size', values.size),
      seconds: toNumber('--seconds', values.seconds),
      noticeSeconds: toNumber('--notice', values.notice),
    };
    print(
      runText(
        await callControl(run, 'POST', `/scenarios/${encodeURIComponent(name)}`, body),
        run.url,
      ),
    );
  }
}

function listText(): string {
  const width = Math.max(...scenarios.map(({ name }) => name.length)) + 2;
  const rows = scenarios.map(({ name, summary, size, seconds }) => {
    const sizeText = size === null ? '' : `--size ${size.usual} (${size.of})`;
    const secondsText = seconds === null ? '' : `--seconds ${seconds}`;
    const usual = [sizeText, secondsText].filter((text) => text !== '').join(', ');
    return `  ${name.padEnd(width)}${summary}\n  ${''.padEnd(width)}default: ${usual}`;
  });
  return `npm run sandbox -- NAME [--cluster NAME] [--size N] [--seconds N] [--notice SECONDS]\n\n${rows.join('\n')}

  speed N, pause, resume     controls the simulated day
  calm                       ends running scenarios
  fault                      adds, lists and removes fault rules of the simulated AWS`;
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
  const pace = speed === 0 ? 'is paused' : `runs at ${String(speed)} times real time`;
  return `The simulated day ${pace}. Its time is ${String(time)}.`;
}

function calmText({ ended }: Json): string {
  const runs = Array.isArray(ended) ? ended.filter(isRecord) : [];
  if (runs.length === 0) return 'No scenario was running.';
  const names = runs.map((run) => `${String(run['scenario'])} on ${String(run['cluster'])}`);
  return `Ended: ${names.join(', ')}.`;
}
