/** What is wrong with a request before any operation sees it; every protocol has its own words for it. */
export class InputProblem extends Error {
  constructor(
    readonly kind: 'missing' | 'unknown' | 'invalid',
    /** E.g. `LaunchTemplateConfigs.1.Overrides.2.Priority`, as the client wrote it. */
    readonly path: string,
    message: string,
  ) {
    super(message);
    this.name = 'InputProblem';
  }
}

export function joinPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
