/** Collects the names of changed objects until they are read, without duplicates. */
export class ChangeLog {
  #nodes = new Set<string>();
  #pods = new Set<string>();
  #everything = true;

  touchNode(name: string): void {
    if (!this.#everything) this.#nodes.add(name);
  }

  touchPod(uid: string): void {
    if (!this.#everything) this.#pods.add(uid);
  }

  /** Makes the next result contain everything. */
  touchEverything(): void {
    this.#nodes.clear();
    this.#pods.clear();
    this.#everything = true;
  }

  /** Returns the changes since the last call and clears them; `null` means everything. */
  take(): { readonly nodes: ReadonlySet<string>; readonly pods: ReadonlySet<string> } | null {
    const taken = this.#everything ? null : { nodes: this.#nodes, pods: this.#pods };
    this.#nodes = new Set();
    this.#pods = new Set();
    this.#everything = false;
    return taken;
  }
}
