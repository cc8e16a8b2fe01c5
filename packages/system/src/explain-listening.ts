import { AppError, isRecord } from '@kerf/core';

/** Where a server of a process listens. */
export interface ListenPlace {
  /** Value of `KERF_LISTEN_ADDRESS`. */
  readonly address: string;
  readonly port: number;
  /** Name of the setting of the port. */
  readonly portSetting: string;
}

/**
 * Runs the work that makes a server listen.
 * @throws CONFIG.INVALID naming the setting if the port or the address cannot be used; other errors unchanged
 */
export async function explainListening<T>(place: ListenPlace, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explained(place, isRecord(error) ? error['code'] : undefined) ?? error;
  }
}

function explained({ address, port, portSetting }: ListenPlace, code: unknown): AppError | null {
  switch (code) {
    case 'EADDRINUSE':
      return new AppError({
        code: 'CONFIG.INVALID',
        message: `${portSetting}: port ${port} of ${address} is in use. Stop the program that uses it, or set another port`,
        retry: { kind: 'backoff' },
      });
    case 'EACCES':
      return new AppError({
        code: 'CONFIG.INVALID',
        message: `${portSetting}: this user may not use port ${port}. Set a port above 1023`,
      });
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new AppError({
        code: 'CONFIG.INVALID',
        message: `KERF_LISTEN_ADDRESS: ${address} is not an address of this machine. Set it to one, e.g. 127.0.0.1, or to 0.0.0.0 for all`,
      });
    default:
      return null;
  }
}
