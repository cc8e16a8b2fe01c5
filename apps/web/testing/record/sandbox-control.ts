/** Requests of the sandbox's control API, which `npm run sandbox` sends too. */
export class SandboxControl {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async runScenario(name: string, options: object): Promise<void> {
    await this.#post(`/scenarios/${name}`, options);
  }

  /** Ends running scenarios. */
  async calm(): Promise<void> {
    await this.#post('/calm', {});
  }

  async #post(path: string, body: object): Promise<void> {
    const response = await fetch(`${this.#url}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
    if (!response.ok) throw new Error(`The sandbox refuses ${path}: ${await response.text()}`);
  }
}
