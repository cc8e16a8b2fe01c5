/** Position in a document: keys and list indexes from the top. */
export type Path = readonly (string | number)[];

const plainKey = /^[A-Za-z_][A-Za-z0-9_-]*$/;
/** The longest key that a manifest may have is a label's, of 316 characters. */
const maxKeyLength = 320;

/** Formats a path as in Kubernetes errors: `spec.tags[karpenter.sh/discovery]`, `values[0]`. */
export function formatPath(path: Path): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    const key = step.slice(0, maxKeyLength);
    if (!plainKey.test(key)) return `${text}[${key}]`;
    return text === '' ? key : `${text}.${key}`;
  }, '');
}
