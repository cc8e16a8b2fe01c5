/** Browsers open one for each tab. Those that are not recognized are closed after three seconds. */
const most = { address: 200, principal: 20 } as const;

/** How many sockets are open from each network and of each session or token. */
export class SocketCounts {
  readonly #counts = new Map<string, number>();

  /** @returns false when there are as many as there may be; then it is not counted */
  enter(kind: keyof typeof most, key: string): boolean {
    const name = `${kind} ${key}`;
    const count = this.#counts.get(name) ?? 0;
    if (count >= most[kind]) return false;
    this.#counts.set(name, count + 1);
    return true;
  }

  /** Once for each time that it was counted. */
  leave(kind: keyof typeof most, key: string): void {
    const name = `${kind} ${key}`;
    const count = this.#counts.get(name) ?? 0;
    if (count > 1) this.#counts.set(name, count - 1);
    else this.#counts.delete(name);
  }
}
