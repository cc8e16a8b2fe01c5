import type { IncomingMessage } from 'node:http';

/** A request to AWS, with the parts that select its operation. */
export interface AwsRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** E.g. `ec2`; from the signature's scope. */
  readonly service: string;
  readonly region: string;
  readonly accessKeyId: string;
  /** E.g. `CreateFleet`; method and path for REST services. */
  readonly action: string;
  /** Parameters of the query protocol. */
  readonly form: ReadonlyMap<string, string>;
}

export interface AwsAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  /** `x-amzn-errortype` of REST services. */
  readonly errorType?: string;
}

const scope = /Credential=([^/]+)\/\d+\/([^/]+)\/([^/]+)\//;

export async function readAwsRequest(message: IncomingMessage): Promise<AwsRequest> {
  const { method = 'GET', url = '/' } = message;
  const body = await textOf(message);
  const headers = Object.fromEntries(
    Object.entries(message.headers).flatMap(([name, value]): [string, string][] =>
      hopByHop.has(name) || value === undefined ? [] : [[name, String(value)]],
    ),
  );
  const [, accessKeyId = '', region = '', service = ''] =
    scope.exec(headers['authorization'] ?? '') ?? [];
  const isForm = (headers['content-type'] ?? '').includes('urlencoded');
  const form = new Map(isForm ? new URLSearchParams(body) : []);
  const [path] = url.split('?');
  const target = headers['x-amz-target']?.split('.').at(-1);
  const action = form.get('Action') ?? target ?? `${method} ${path}`;
  return { method, path: url, headers, body, service, region, accessKeyId, action, form };
}

const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'transfer-encoding',
]);

/** Returns the whole body as text. */
export async function textOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

export function json(value: unknown, contentType = 'application/x-amz-json-1.1'): AwsAnswer {
  return { status: 200, contentType, body: JSON.stringify(value) };
}

export function xml(body: string, status = 200): AwsAnswer {
  return { status, contentType: 'text/xml', body };
}

/** An error in EC2's form. */
export function ec2Error(code: string, message: string): AwsAnswer {
  return xml(
    `<Response><Errors><Error><Code>${code}</Code><Message>${message}</Message></Error></Errors><RequestID>testbed</RequestID></Response>`,
    400,
  );
}

/** An error in the form of the other services with the query protocol, e.g. STS. */
export function queryError(status: number, code: string, message: string): AwsAnswer {
  return xml(
    `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error><RequestId>testbed</RequestId></ErrorResponse>`,
    status,
  );
}
