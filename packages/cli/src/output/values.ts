import type { NodePool, Reason } from '@kerf/client';

/** Writes an amount of the API with two or four digits after the point, e.g. `$0.0960`. */
export function dollars(usd: string | null): string | null {
  if (usd === null) return null;
  const amount = Number(usd);
  const digits = Math.abs(amount) < 1 ? 4 : 2;
  return `${amount < 0 ? '-' : ''}$${Math.abs(amount).toFixed(digits)}`;
}

/** Writes a share in percent; `null` if the whole is zero. */
export const percent = (part: number, whole: number): string | null =>
  whole === 0 ? null : `${Math.round((100 * part) / whole)}%`;

/** Writes the time since a moment, e.g. `3h`. */
export function age(since: string | null, now: number): string | null {
  if (since === null) return null;
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / 1_000));
  if (seconds < 120) return `${seconds}s`;
  if (seconds < 7_200) return `${Math.floor(seconds / 60)}m`;
  return seconds < 172_800 ? `${Math.floor(seconds / 3_600)}h` : `${Math.floor(seconds / 86_400)}d`;
}

const withUntil = ({ data }: Reason): string =>
  'until' in data && typeof data.until === 'number'
    ? `, until ${new Date(data.until).toISOString()}`
    : '';

/** Writes a reason as a sentence with its code, e.g. for scripts that search it, and its end. */
export const reasonText = (reason: Reason): string =>
  `${reason.message}${withUntil(reason)} (${reason.code})`;

type Manager = NonNullable<NodePool['managedBy']>;

const tools: Readonly<Record<string, string>> = {
  ARGO_CD: 'Argo CD application',
  FLUX_KUSTOMIZATION: 'Flux Kustomization',
  FLUX_HELM_RELEASE: 'Flux HelmRelease',
  HELM: 'Helm release',
};

/** Writes the tool that applies an object, e.g. `Flux Kustomization infra/nodes`. */
export function managerText(manager: Manager | null): string | null {
  if (manager === null) return null;
  const { tool, name, namespace } = manager;
  return `${tools[tool] ?? tool} ${namespace === null ? name : `${namespace}/${name}`}`;
}
