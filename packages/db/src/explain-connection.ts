import { AppError, messageOf } from '@kerf/core';

/**
 * Runs the first work on a database, which fails if the URL is wrong or Postgres does not run.
 * @param url value of `DATABASE_URL`
 * @throws DB.UNAVAILABLE with the place, without the password, and the cause
 */
export async function explainConnection<T>(url: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { host, pathname } = new URL(url);
    throw new AppError({
      code: 'DB.UNAVAILABLE',
      message: `Postgres at ${host}${pathname} cannot be used: ${causeOf(error)}. Start it, or correct DATABASE_URL.`,
      retry: { kind: 'backoff' },
    });
  }
}

/** A host with several addresses fails with an error for each, and no message of its own. */
function causeOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(causeOf).join(', ');
  return messageOf(error);
}
