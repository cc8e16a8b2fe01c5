/** Browsers open one per tab. Unauthenticated sockets are closed after 3 s. */
const most = { address: 200, connecting: 40, principal: 20 } as const;

/**
 * Numbers of open sockets: by network while nobody knows whose they are, by session or token as soon as it is
 * known, `connecting` also before the socket is established.
 */
export class SocketCounts {
  readonly #counts = new Map<string, number>();

  /** @returns false if the maximum is reached; then the socket is not counted */
  enter(kind: keyof typeof most, key: string): boolean {
    const name = `${kind} ${key}`;
    const count = this.#counts.get(name) ?? 0;
    if (count >= most[kind]) return false;
    this.#counts.set(name, count + 1);
    return true;
  }

  /** To be called once for each socket that was counted. */
  leave(kind: keyof typeof most, key: string): void {
    const name = `${kind} ${key}`;
    const count = this.#counts.get(name) ?? 0;
    if (count > 1) this.#counts.set(name, count - 1);
    else this.#counts.delete(name);
  }
}
