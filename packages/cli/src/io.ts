/** Returns the value of a variable of the environment; an empty one is not set. */
export function variable({ env }: Pick<Io, 'env'>, name: string): string | undefined {
  const value = env[name];
  return value === '' ? undefined : value;
}

/** Environment of the command line: streams, requests and clock. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly readStdin: () => Promise<string>;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly sleep: (ms: number) => Promise<void>;
  readonly now: () => number;
  readonly newKey: () => string;
  /** Ends what runs until it is stopped, e.g. `--watch`. */
  readonly signal: AbortSignal;
}
