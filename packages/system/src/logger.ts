import { isAppError, referenceOf } from '@kerf/core';
import { pino } from 'pino';

/** Structured logging: a message with fields. */
export interface Logger {
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
  debug(fields: LogFields, message: string): void;
  /** Returns a logger that adds these fields to each line. */
  with(fields: LogFields): Logger;
}

export type LogFields = Readonly<Record<string, unknown>>;

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Creates a logger that writes one JSON object per line to standard output. */
export function createLogger(options: { readonly name: string; readonly level: LogLevel }): Logger {
  return wrap(
    pino({
      name: options.name,
      level: options.level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: serializeError },
      redact: { paths: ['*.token', '*.password', '*.secret', '*.authorization'], censor: '***' },
    }),
  );
}

function wrap(logger: pino.Logger): Logger {
  return {
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
    debug: (fields, message) => logger.debug(fields, message),
    with: (fields) => wrap(logger.child(fields)),
  };
}

/** An expected failure is logged without a stack: its code and cause are enough. */
function serializeError(error: unknown): unknown {
  if (isAppError(error)) {
    const { code, message, meta, cause } = error;
    return {
      code,
      message,
      meta,
      ...(cause === undefined ? {} : { cause: serializeError(cause) }),
    };
  }
  if (error instanceof Error) {
    const { name, message, stack } = error;
    return { reference: referenceOf(error), name, message, stack };
  }
  return error;
}
