import type { Response } from 'express';

/**
 * Calls back once, when the response or its connection has closed; at once if that has happened already. A
 * response that has closed does not emit `close` again, and one that waits behind another on its connection
 * never does.
 */
export function onceClosed(response: Response, callback: () => void): void {
  const { socket } = response.req;
  let isCalled = false;
  const close = (): void => {
    if (isCalled) return;
    isCalled = true;
    response.off('close', close);
    socket.off('close', close);
    callback();
  };
  if (response.destroyed || socket.destroyed) {
    close();
    return;
  }
  response.once('close', close);
  socket.once('close', close);
}
