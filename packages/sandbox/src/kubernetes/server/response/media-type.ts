import { failure } from '../../api/status.js';

/** The response format that a client accepts. */
export interface Representation {
  readonly format: 'json' | 'yaml';
  /** `Table`, `PartialObjectMetadata`, `PartialObjectMetadataList`, `APIGroupDiscoveryList`. */
  readonly as: string | undefined;
  /** The version of `as`, e.g. `v2`. */
  readonly version: string | undefined;
}

const json: Representation = { format: 'json', as: undefined, version: undefined };

const known: Readonly<Record<string, 'json' | 'yaml'>> = {
  'application/json': 'json',
  'application/yaml': 'yaml',
  'application/*': 'json',
  '*/*': 'json',
};

/**
 * Returns the first supported format of an Accept header; protobuf and CBOR are not supported.
 * @param forms supported values of `as=`
 * @throws StatusError 406
 */
export function negotiate(accept: string | undefined, forms: readonly string[]): Representation {
  if (accept === undefined || accept === '') return json;
  for (const range of accept.split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
    const format = known[type];
    const valueOf = (name: string): string | undefined =>
      parameters.find((parameter) => parameter.startsWith(`${name}=`))?.slice(name.length + 1);
    const as = valueOf('as');
    const version = valueOf('v');
    if (format !== undefined && (as === undefined || forms.includes(`${as}/${version}`))) {
      return { format, as, version };
    }
  }
  throw failure({
    code: 406,
    reason: 'NotAcceptable',
    message: '406: Not Acceptable\n\nAvailable representations: application/json, application/yaml',
    details: {},
  });
}
