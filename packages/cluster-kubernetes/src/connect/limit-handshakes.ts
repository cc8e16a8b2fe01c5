import type { buildConnector } from 'undici';

/**
 * Limits how many connections are opened at the same time; others wait for their turn. A cluster has
 * a connection for each watch, and after an interruption all of them are opened at once: on a busy
 * machine no TLS handshake would end in time, and each would begin anew.
 */
export function limitHandshakes(
  connect: buildConnector.connector,
  atOnce: number,
): buildConnector.connector {
  const waiting: (() => void)[] = [];
  let running = 0;
  const begin = (options: buildConnector.Options, callback: buildConnector.Callback): void => {
    running += 1;
    connect(options, (...outcome) => {
      running -= 1;
      waiting.shift()?.();
      callback(...outcome);
    });
  };
  return (options, callback) => {
    if (running < atOnce) begin(options, callback);
    else waiting.push(() => begin(options, callback));
  };
}
