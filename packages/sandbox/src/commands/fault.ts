import { parseArgs } from 'node:util';
import { isRecord } from '@kerf/core';
import { callControl, invalid, type Json, print, readRun, toNumber } from './control-client.js';

const usage = `npm run sandbox -- fault EFFECT [--service NAME] [--operation NAME] [--account ID] [--region NAME]
                                [--ratio SHARE] [--times N]
Effects, one of:
  --error CODE [--message TEXT] [--status N]   the call fails, e.g. with InsufficientInstanceCapacity
  --delay MILLISECONDS                         the call takes this much longer
  --hang                                       the call gets no response
  --throttle PER_SECOND [--burst N]            calls above this rate are refused

npm run sandbox -- fault list
npm run sandbox -- fault remove ID

A rule without --service and --operation matches every call to AWS. --ratio 0.2 applies to every fifth
call, --times 3 ends after three calls.`;

/** Adds, lists and removes fault rules of the running sandbox. */
export async function fault(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      service: { type: 'string' },
      operation: { type: 'string' },
      account: { type: 'string' },
      region: { type: 'string' },
      error: { type: 'string' },
      message: { type: 'string' },
      status: { type: 'string' },
      delay: { type: 'string' },
      hang: { type: 'boolean' },
      throttle: { type: 'string' },
      burst: { type: 'string' },
      ratio: { type: 'string' },
      times: { type: 'string' },
      control: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const [action, id] = positionals;
  if (args.length === 0 || values.help === true) {
    print(usage);
    return;
  }
  const run = await readRun(values.control);
  if (action === 'list') print(listText(await callControl(run, 'GET', '/faults')));
  else if (action === 'remove' && id !== undefined) {
    print(listText(await callControl(run, 'DELETE', `/faults/${encodeURIComponent(id)}`)));
  } else if (action === undefined) {
    const added = await callControl(run, 'POST', '/faults', {
      match: {
        service: values.service,
        operation: values.operation,
        accountId: values.account,
        region: values.region,
      },
      effect: effectOf(values),
      ratio: toNumber('--ratio', values.ratio),
      times: toNumber('--times', values.times),
    });
    print(
      `Fault rule ${String(added['id'])} is active. Remove it: npm run sandbox -- fault remove ${String(added['id'])}`,
    );
  } else throw invalid(usage);
}

interface EffectOptions {
  readonly error?: string;
  readonly message?: string;
  readonly status?: string;
  readonly delay?: string;
  readonly hang?: boolean;
  readonly throttle?: string;
  readonly burst?: string;
}

function effectOf(options: EffectOptions): object {
  const { error, message, delay, hang, throttle } = options;
  const given = [error, delay, hang, throttle].filter((value) => value !== undefined);
  if (given.length !== 1) {
    throw invalid(
      'Exactly one effect is required: --error CODE, --delay MILLISECONDS, --hang or --throttle PER_SECOND.',
    );
  }
  if (error !== undefined) {
    return { kind: 'error', code: error, message, status: toNumber('--status', options.status) };
  }
  if (delay !== undefined) return { kind: 'delay', delayMs: toNumber('--delay', delay) };
  if (throttle === undefined) return { kind: 'hang' };
  return {
    kind: 'throttle',
    perSecond: toNumber('--throttle', throttle),
    burst: toNumber('--burst', options.burst),
  };
}

function listText({ faults }: Json): string {
  const rules = Array.isArray(faults) ? faults.filter(isRecord) : [];
  if (rules.length === 0) return 'No fault rules.';
  return rules
    .map(({ id, match, effect, ratio, remaining, seen }) => {
      const left =
        remaining === null ? 'until it is removed' : `${JSON.stringify(remaining)} more times`;
      return `${String(id)}  ${JSON.stringify(match)}  ${JSON.stringify(effect)}  ratio ${String(ratio)}, ${left}, ${String(seen)} calls matched`;
    })
    .join('\n');
}
