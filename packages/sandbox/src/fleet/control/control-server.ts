import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { AppError, isAppError } from '@kerf/core';
import { closeNow, listen } from '../../http-listener.js';
import type { ScenarioOptions, ScenarioRun } from '../../scenarios/run-scenario.js';
import type { ScenarioRunner } from '../../scenarios/scenario-runner.js';
import { scenarios } from '../../scenarios/scenarios.js';
import type { Fleet } from '../fleet.js';
import { hourOf } from '../load/daily-load.js';
import { readFault } from './fault-request.js';

export interface ControlOptions {
  readonly fleet: Fleet;
  readonly scenarioRunner: ScenarioRunner;
  /** 0 uses a free port. */
  readonly port: number;
  /** Address to listen on. */
  readonly listenHost: string;
  /** Host name for clients. */
  readonly advertisedHost: string;
  readonly onBug: (error: unknown, where: string) => void;
}

/** The control API of a running sandbox. */
export interface ControlServer {
  readonly url: string;
  close(): Promise<void>;
}

type Body = Readonly<Record<string, unknown>>;
/** @param rest the path after the handler's prefix */
type Handler = (options: ControlOptions, body: Body, rest: string) => object;

const numberNames = ['size', 'seconds', 'noticeSeconds'] as const;
const maxBodyBytes = 10_000;
const maxSpeed = 10_000;

/** Handlers by method and path; a path with a trailing `/` matches longer paths. */
const handlers: Readonly<Record<string, Handler>> = {
  'GET /scenario': (options) => stateOf(options),
  'GET /scenarios': () => ({
    scenarios: scenarios.map(({ name, summary, watch, size, seconds }) => ({
      name,
      summary,
      watch,
      size,
      seconds,
    })),
  }),
  'POST /scenarios/': ({ scenarioRunner }, body, name) =>
    toRunResponse(scenarioRunner.run(name, readOptions(body))),
  'GET /faults': ({ fleet }) => ({ faults: fleet.world.faults.list() }),
  'POST /faults': ({ fleet }, body) => ({ id: fleet.world.faults.add(readFault(body)) }),
  'DELETE /faults/': ({ fleet }, _body, id) => {
    const { faults } = fleet.world;
    if (!faults.list().some((rule) => rule.id === id)) throw invalid(`Fault rule ${id} not found.`);
    faults.remove(id);
    return { faults: faults.list() };
  },
  'POST /trust': ({ fleet }, { roleArn, externalId }) => {
    if (typeof roleArn !== 'string' || typeof externalId !== 'string') {
      throw invalid('roleArn and externalId must be strings.');
    }
    const { roles } = fleet.world.state;
    const role = roles.get(roleArn);
    if (role === undefined) throw invalid(`Role ${roleArn} not found.`);
    roles.set(roleArn, { ...role, trust: { ...role.trust, externalId } });
    return { roleArn };
  },
  'POST /calm': ({ scenarioRunner }) => ({
    ended: scenarioRunner.endAll().map(toRunResponse),
  }),
  'POST /speed': (options, { speed }) => {
    if (typeof speed !== 'number' || !(speed > 0 && speed <= maxSpeed)) {
      throw invalid(`speed must be above 0 and at most ${maxSpeed}.`);
    }
    options.fleet.world.day.setSpeed(speed);
    return stateOf(options);
  },
  'POST /pause': (options) => {
    options.fleet.world.day.pause();
    return stateOf(options);
  },
  'POST /resume': (options) => {
    options.fleet.world.day.resume();
    return stateOf(options);
  },
};

export async function startControlServer(options: ControlOptions): Promise<ControlServer> {
  const server = createServer((request, response) => {
    serve(options, request, response).catch((error: unknown) => {
      options.onBug(error, 'control');
      response.destroy();
    });
  });
  const port = await listen(server, 'The control API', {
    port: options.port,
    host: options.listenHost,
  });
  return {
    url: `http://${options.advertisedHost}:${port}`,
    close: () => closeNow(server),
  };
}

async function serve(
  options: ControlOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { status, body } = await handleRequest(options, request).catch((error: unknown) =>
    problemOf(options, error),
  );
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(`${JSON.stringify(body)}\n`);
}

interface ControlResponse {
  readonly status: number;
  readonly body: object;
}

async function handleRequest(
  options: ControlOptions,
  request: IncomingMessage,
): Promise<ControlResponse> {
  const { method = 'GET', url = '/' } = request;
  const [path = '/'] = url.split('?');
  const [base, rest] = splitPath(path);
  const handler = handlers[`${method} ${base}`];
  if (handler === undefined)
    return { status: 404, body: { message: `${method} ${path} not found.` } };
  const body = method === 'POST' ? await readBody(request) : {};
  return { status: 200, body: handler(options, body, rest) };
}

/** Splits `/scenarios/spot-storm` into `/scenarios/` and `spot-storm`. */
function splitPath(path: string): readonly [string, string] {
  const slash = path.indexOf('/', 1);
  return slash === -1 ? [path, ''] : [path.slice(0, slash + 1), path.slice(slash + 1)];
}

async function readBody(request: IncomingMessage): Promise<Body> {
  // Browsers send this content type to another origin only after a preflight, which fails here.
  if (request.headers['content-type'] !== 'application/json') {
    throw invalid('The content type must be application/json.');
  }
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > maxBodyBytes) throw invalid('The request is too large.');
  }
  const value = parseJson(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw invalid('The body must be a JSON object.');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError({ code: 'INPUT.INVALID', message: 'The body is not valid JSON.', cause });
  }
}

function readOptions({ cluster, ...numbers }: Body): ScenarioOptions {
  if (cluster !== undefined && typeof cluster !== 'string')
    throw invalid('cluster must be a name.');
  return { ...(cluster === undefined ? {} : { cluster }), ...readNumbers(numbers) };
}

function readNumbers(body: Body): Pick<ScenarioOptions, (typeof numberNames)[number]> {
  const given = numberNames.flatMap((name) => {
    const value = body[name];
    if (value === undefined) return [];
    if (typeof value !== 'number') throw invalid(`${name} must be a number.`);
    return [[name, value] as const];
  });
  return Object.fromEntries(given);
}

function stateOf({ fleet, scenarioRunner }: ControlOptions): object {
  const { day } = fleet.world;
  const hours = hourOf(day.now());
  const minutes = Math.floor((hours % 1) * 60);
  return {
    day: {
      speed: day.speed,
      time: `${String(Math.floor(hours)).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`,
    },
    active: scenarioRunner.active().map(toRunResponse),
  };
}

function toRunResponse({ startedAt, endsAt, end: _end, ...run }: ScenarioRun): object {
  return {
    ...run,
    startedAt: new Date(startedAt).toISOString(),
    endsAt: endsAt === null ? null : new Date(endsAt).toISOString(),
  };
}

function problemOf({ onBug }: ControlOptions, error: unknown): ControlResponse {
  if (isAppError(error)) return { status: 400, body: { message: error.message } };
  onBug(error, 'control');
  return {
    status: 500,
    body: { message: 'Internal error of the sandbox. Its log has the details.' },
  };
}

function invalid(message: string): AppError {
  return new AppError({ code: 'INPUT.INVALID', message });
}
