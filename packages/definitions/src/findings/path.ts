/** Where something stands in a document: keys and list positions from its top. */
export type Path = readonly (string | number)[];

const plainKey = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** As Kubernetes spells it in its own errors: `spec.tags[karpenter.sh/discovery]`, `values[0]`. */
export function formatPath(path: Path): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number' || !plainKey.test(step)) return `${text}[${step}]`;
    return text === '' ? step : `${text}.${step}`;
  }, '');
}
