import { childPath, type FieldError, invalid } from '../schema/field-error.js';
import type { DraftMeta } from './kube-object.js';

/** Validation of names with the API server's messages. Source: apimachinery/pkg/util/validation. */
const label = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const subdomain = `${label}(\\.${label})*`;
const qualified = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const labelValue = `(${qualified})?`;

const matches = (pattern: string, text: string): boolean => new RegExp(`^(${pattern})$`).test(text);

export function validateSubdomain(name: string): string | null {
  if (name.length > 253) return 'must be no more than 253 bytes';
  if (matches(subdomain, name)) return null;
  return `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '${subdomain}')`;
}

export function validateLabelName(name: string): string | null {
  if (name.length > 63) return 'must be no more than 63 bytes';
  if (matches(label, name)) return null;
  return `a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '${label}')`;
}

/** Validates names of roles and bindings, which may be any path segment. */
export function validatePathSegment(name: string): string | null {
  if (name === '.' || name === '..') return `may not be '${name}'`;
  return /[/%]/.test(name) ? `may not contain '${name.includes('/') ? '/' : '%'}'` : null;
}

const nameRule = `must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '${qualified}')`;

/** Validates keys of labels, annotations and taints, and finalizers. */
export function validateQualifiedName(text: string): string | null {
  const parts = text.split('/');
  if (parts.length > 2) {
    return `a valid label key ${nameRule} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`;
  }
  const name = parts.at(-1) ?? '';
  const prefix = parts.length === 2 ? (parts[0] ?? '') : undefined;
  if (prefix === '') return 'prefix part must be non-empty';
  const wrongPrefix = prefix === undefined ? null : validateSubdomain(prefix);
  if (wrongPrefix !== null) return `prefix part ${wrongPrefix}`;
  if (name === '') return 'name part must be non-empty';
  if (name.length > 63) return 'name part must be no more than 63 bytes';
  return matches(qualified, name) ? null : `name part ${nameRule}`;
}

export function validateLabelValue(value: string): string | null {
  if (value.length > 63) return 'must be no more than 63 bytes';
  if (matches(labelValue, value)) return null;
  return `a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '${labelValue}')`;
}

export function validateLabels(
  labels: Readonly<Record<string, string>> | undefined,
  path: string,
): readonly FieldError[] {
  return Object.entries(labels ?? {}).flatMap(([key, value]) => {
    const wrongKey = validateQualifiedName(key);
    const wrongValue = validateLabelValue(value);
    return [
      ...(wrongKey === null ? [] : [invalid(path, key, wrongKey)]),
      ...(wrongValue === null ? [] : [invalid(path, value, wrongValue)]),
    ];
  });
}

const maxAnnotationBytes = 256 * 1024;

/** Validates labels, annotations and finalizers; names have rules per kind. */
const standardFinalizers = new Set(['kubernetes', 'orphan', 'foregroundDeletion']);

/** Validates finalizers of a new object of a built-in kind; others may have any qualified name. */
export function validateFinalizerNames(names: readonly string[] = []): readonly FieldError[] {
  return names.flatMap((name, index) => {
    if (name.includes('/') || standardFinalizers.has(name)) return [];
    const why = 'name is neither a standard finalizer name nor is it fully qualified';
    return [invalid(`metadata.finalizers[${index}]`, name, why)];
  });
}

export function validateMetadata(metadata: DraftMeta): readonly FieldError[] {
  const annotations = Object.entries(metadata.annotations ?? {});
  const path = childPath('metadata', 'annotations');
  const bytes = annotations.reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  return [
    ...validateLabels(metadata.labels, 'metadata.labels'),
    ...annotations.flatMap(([key]) => {
      const wrong = validateQualifiedName(key.toLowerCase());
      return wrong === null ? [] : [invalid(path, key, wrong)];
    }),
    ...(bytes > maxAnnotationBytes
      ? [invalid(path, '', `may not be more than ${maxAnnotationBytes} bytes`)]
      : []),
    ...(metadata.finalizers ?? []).flatMap((finalizer) => {
      const wrong = validateQualifiedName(finalizer);
      return wrong === null ? [] : [invalid('metadata.finalizers', finalizer, wrong)];
    }),
  ];
}
