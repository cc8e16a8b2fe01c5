import {
  createServer,
  type IncomingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that the server got. */
export interface GitRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}

/** An answer instead of that of the API; `Hang` never answers, and `Pour` never ends. */
export type GitFault =
  | { readonly status: number; readonly body?: string; readonly headers?: Record<string, string> }
  | 'Hang'
  | 'Pour';

/** A pull request or merge request. */
export interface StoredPull {
  readonly number: number;
  readonly branch: string;
  title: string;
  body: string;
}

interface Answer {
  readonly status: number;
  readonly json: unknown;
}

/** A request below the path of the repository. */
interface RepositoryRequest extends Pick<GitRequest, 'method' | 'path' | 'body'> {
  readonly query: URLSearchParams;
}

/** A method and a pattern of paths, with the answer; `part` is the decoded group of the pattern. */
type Route = readonly [
  method: string,
  pattern: RegExp,
  answer: (request: RepositoryRequest & { readonly part: string }) => Answer,
];

/** A server on this machine with one repository, `shop/fleet`, which speaks the APIs of GitHub and of GitLab. */
export class GitServer {
  readonly requests: GitRequest[] = [];
  /** Files by branch and path. */
  readonly branches = new Map<string, Map<string, string>>([['main', new Map()]]);
  readonly pulls: StoredPull[] = [];
  token = 'secret-token';
  /** Returns the answer to a request if it is not that of the API. */
  fault: (request: GitRequest) => GitFault | null = () => null;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** Starts it on a free port of the loopback address. */
  static async start(): Promise<GitServer> {
    const server = createServer();
    const git = new GitServer(server);
    server.on('request', (request, response) => {
      let text = '';
      request.setEncoding('utf8');
      request.on('data', (chunk: string) => {
        text += chunk;
      });
      request.on('end', () => {
        const { method = '', url: path = '', headers } = request;
        const body: Readonly<Record<string, unknown>> = text === '' ? {} : JSON.parse(text);
        git.#answer({ method, path, headers, body }, response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return git;
  }

  /** URL of both APIs. */
  get url(): string {
    const address: AddressInfo | string | null = this.#server.address();
    return typeof address === 'object' && address !== null
      ? `http://127.0.0.1:${address.port}`
      : '';
  }

  /** Writes a file on a branch. */
  write(branch: string, path: string, text: string): void {
    this.branches.get(branch)?.set(path, text);
  }

  /** Ends it with its connections. */
  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(request: GitRequest, response: ServerResponse): void {
    this.requests.push(request);
    const fault = this.fault(request);
    if (fault === 'Hang') return;
    if (fault === 'Pour') return pour(response);
    if (fault !== null) {
      response.writeHead(fault.status, fault.headers);
      response.end(fault.body ?? '');
      return;
    }
    const { status, json } = this.#route(request);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(json));
  }

  #route(request: GitRequest): Answer {
    const { headers, path } = request;
    const token = headers['private-token'] ?? headers.authorization?.replace(/^Bearer /, '');
    if (token !== this.token) return { status: 401, json: { message: 'Bad credentials' } };
    const url = new URL(path, this.url);
    const github = /^\/repos\/shop\/fleet(.*)$/.exec(url.pathname)?.[1];
    if (github !== undefined) {
      return answerBy(this.#github, { ...request, path: github, query: url.searchParams });
    }
    const gitlab = /^\/projects\/shop%2Ffleet(.*)$/.exec(url.pathname)?.[1];
    if (gitlab !== undefined) {
      return answerBy(this.#gitlab, { ...request, path: gitlab, query: url.searchParams });
    }
    const isGitlab = path.startsWith('/projects/');
    return notFound(isGitlab ? '404 Project Not Found' : 'Not Found');
  }

  readonly #github: readonly Route[] = [
    ['GET', /^$/, () => ok({ full_name: 'shop/fleet' })],
    [
      'GET',
      /^\/git\/ref\/heads\/(.+)$/,
      ({ part }) =>
        this.branches.has(part) ? ok({ object: { sha: `head-${part}` } }) : notFound(),
    ],
    [
      'POST',
      /^\/git\/refs$/,
      ({ body }) =>
        this.#branch(String(body['ref']).replace(/^refs\/heads\//, ''), 'main')
          ? { status: 201, json: {} }
          : { status: 422, json: { message: 'Reference already exists' } },
    ],
    [
      'GET',
      /^\/contents\/(.+)$/,
      ({ part, query }) => this.#githubFile(part, query.get('ref') ?? 'main'),
    ],
    ['PUT', /^\/contents\/(.+)$/, ({ part, body }) => this.#githubCommit(part, body)],
    [
      'GET',
      /^\/pulls$/,
      ({ query }) => ok(this.#open((query.get('head') ?? '').replace('shop:', '')).map(toGithub)),
    ],
    [
      'POST',
      /^\/pulls$/,
      ({ body }) => {
        const pull = this.#pull(body['head'], body['title'], body['body']);
        return pull === null
          ? { status: 422, json: { message: 'A pull request already exists for shop' } }
          : { status: 201, json: toGithub(pull) };
      },
    ],
    [
      'PATCH',
      /^\/pulls\/(\d+)$/,
      ({ part, body }) => this.#change(part, body['title'], body['body']),
    ],
  ];

  #githubFile(path: string, branch: string): Answer {
    const text = this.branches.get(branch)?.get(path);
    if (text === undefined) return notFound();
    return ok({ type: 'file', sha: shaOf(text), encoding: 'base64', content: base64(text) });
  }

  #githubCommit(path: string, body: GitRequest['body']): Answer {
    const branch = String(body['branch']);
    const text = this.branches.get(branch)?.get(path) ?? '';
    if (body['sha'] !== shaOf(text)) {
      return { status: 409, json: { message: `${path} does not match ${String(body['sha'])}` } };
    }
    this.write(branch, path, Buffer.from(String(body['content']), 'base64').toString('utf8'));
    return ok({ content: {} });
  }

  readonly #gitlab: readonly Route[] = [
    ['GET', /^\/repository\/files\/(.+)$/, ({ part, query }) => this.#gitlabFile(part, query)],
    [
      'GET',
      /^\/repository\/branches\/(.+)$/,
      ({ part }) => (this.branches.has(part) ? ok({}) : notFound('404 Branch Not Found')),
    ],
    ['POST', /^\/repository\/commits$/, ({ body }) => this.#gitlabCommit(body)],
    [
      'GET',
      /^\/merge_requests$/,
      ({ query }) => ok(this.#open(query.get('source_branch') ?? '').map(toGitlab)),
    ],
    [
      'POST',
      /^\/merge_requests$/,
      ({ body }) => {
        const pull = this.#pull(body['source_branch'], body['title'], body['description']);
        return pull === null
          ? { status: 409, json: { message: ['Another open merge request already exists'] } }
          : { status: 201, json: toGitlab(pull) };
      },
    ],
    [
      'PUT',
      /^\/merge_requests\/(\d+)$/,
      ({ part, body }) => this.#change(part, body['title'], body['description']),
    ],
  ];

  #gitlabFile(path: string, query: URLSearchParams): Answer {
    const text = this.branches.get(query.get('ref') ?? '')?.get(path);
    return text === undefined
      ? notFound('404 File Not Found')
      : ok({ encoding: 'base64', content: base64(text) });
  }

  #gitlabCommit(body: GitRequest['body']): Answer {
    const branch = String(body['branch']);
    const from = body['start_branch'];
    if (typeof from === 'string' && !this.#branch(branch, from)) {
      return { status: 400, json: { message: `A branch called '${branch}' already exists.` } };
    }
    const actions: unknown = body['actions'];
    for (const action of Array.isArray(actions) ? actions : []) {
      this.write(branch, String(action['file_path']), String(action['content']));
    }
    return { status: 201, json: {} };
  }

  /** Creates a branch; false if it exists. */
  #branch(name: string, from: string): boolean {
    if (this.branches.has(name)) return false;
    this.branches.set(name, new Map(this.branches.get(from)));
    return true;
  }

  #open = (branch: string): readonly StoredPull[] =>
    this.pulls.filter((pull) => pull.branch === branch);

  #pull(branch: unknown, title: unknown, body: unknown): StoredPull | null {
    if (this.#open(String(branch)).length > 0) return null;
    const pull = {
      number: this.pulls.length + 1,
      branch: String(branch),
      title: String(title),
      body: String(body),
    };
    this.pulls.push(pull);
    return pull;
  }

  #change(number: string, title: unknown, body: unknown): Answer {
    const pull = this.pulls.find((each) => each.number === Number(number));
    if (pull === undefined) return notFound();
    pull.title = String(title);
    pull.body = String(body);
    return ok({});
  }
}

function answerBy(routes: readonly Route[], request: RepositoryRequest): Answer {
  for (const [method, pattern, answer] of routes) {
    const match = pattern.exec(request.path);
    if (match === null || method !== request.method) continue;
    return answer({ ...request, part: decodeURIComponent(match[1] ?? '') });
  }
  return notFound();
}

const ok = (json: unknown): Answer => ({ status: 200, json });
const notFound = (message = 'Not Found'): Answer => ({ status: 404, json: { message } });
const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');
const shaOf = (text: string): string => `sha-${base64(text).slice(-12)}-${text.length}`;

const toGithub = ({ number, title, body }: StoredPull) => ({
  number,
  title,
  body,
  html_url: `https://github.example/shop/fleet/pull/${number}`,
});
const toGitlab = ({ number, title, body }: StoredPull) => ({
  iid: number,
  title,
  description: body,
  web_url: `https://gitlab.example/shop/fleet/-/merge_requests/${number}`,
});

/** Sends without an end, as long as somebody reads. */
function pour(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const more = (): void => {
    while (!response.destroyed && response.write('a'.repeat(65_536)));
  };
  response.on('drain', more);
  more();
}
