import { AppError, isRecord } from '@kerf/core';

/**
 * A value of a JSON document with its path, parsed field by field. Every invalid value throws an
 * `INPUT.INVALID` that names the path.
 */
export class Json {
  readonly value: unknown;
  readonly path: string;

  constructor(value: unknown, path = '$') {
    this.value = value;
    this.path = path;
  }

  /** True if the value is missing or null. */
  get isAbsent(): boolean {
    return this.value === undefined || this.value === null;
  }

  field(name: string): Json {
    const value = isRecord(this.value) && Object.hasOwn(this.value, name) ? this.value[name] : null;
    if (!this.isAbsent && !isRecord(this.value)) this.refuse('must be an object');
    return new Json(value, `${this.path}.${name}`);
  }

  /** Returns the items of a list; empty if it is absent. */
  items(): readonly Json[] {
    if (this.isAbsent) return [];
    if (!Array.isArray(this.value)) return this.refuse('must be a list');
    return this.value.map((item: unknown, index) => new Json(item, `${this.path}[${index}]`));
  }

  /** Returns the fields of an object; empty if it is absent. */
  entries(): readonly (readonly [string, Json])[] {
    if (this.isAbsent) return [];
    if (!isRecord(this.value)) return this.refuse('must be an object');
    return Object.entries(this.value).map(([name, value]) => [
      name,
      new Json(value, `${this.path}.${name}`),
    ]);
  }

  string(fallback?: string): string {
    if (this.isAbsent && fallback !== undefined) return fallback;
    return typeof this.value === 'string' ? this.value : this.refuse('must be a string');
  }

  stringOrNull(): string | null {
    return this.isAbsent ? null : this.string();
  }

  integer(fallback?: number): number {
    if (this.isAbsent && fallback !== undefined) return fallback;
    return Number.isSafeInteger(this.value) && typeof this.value === 'number'
      ? this.value
      : this.refuse('must be an integer');
  }

  integerOrNull(): number | null {
    return this.isAbsent ? null : this.integer();
  }

  number(): number {
    return typeof this.value === 'number' && Number.isFinite(this.value)
      ? this.value
      : this.refuse('must be a number');
  }

  boolean(fallback: boolean): boolean {
    if (this.isAbsent) return fallback;
    return typeof this.value === 'boolean' ? this.value : this.refuse('must be true or false');
  }

  oneOf<T extends string>(known: readonly T[], fallback?: T): T {
    const text = this.string(fallback);
    return known.find((item) => item === text) ?? this.refuse(`must be one of ${known.join(', ')}`);
  }

  strings(): readonly string[] {
    return this.items().map((item) => item.string());
  }

  stringMap(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.entries().map(([name, value]) => [name, value.string()]));
  }

  refuse(message: string): never {
    const fields = [{ path: this.path, message }];
    throw new AppError({ code: 'INPUT.INVALID', message: `${this.path} ${message}`, fields });
  }
}
