/** The response of a page, with its redirect as a complete URL. */
export interface Page {
  readonly url: string;
  readonly status: number;
  readonly location: string | null;
  readonly text: string;
}

/** A browser with cookies by origin that follows redirects on request. */
export class TestBrowser {
  readonly #cookies = new Map<string, Map<string, string>>();

  /** Requests one page; a form is sent with POST. */
  async request(url: string, form?: Readonly<Record<string, string>>): Promise<Page> {
    const { origin } = new URL(url);
    const cookies = this.#cookies.get(origin) ?? new Map<string, string>();
    this.#cookies.set(origin, cookies);
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: this.cookieOf(origin), accept: 'text/html' },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = response.headers.get('location');
    return {
      url,
      status: response.status,
      location: location === null ? null : new URL(location, url).href,
      text: await response.text(),
    };
  }

  /** Follows redirects until a page, or until a URL that starts with `stopAt`, which is not requested. */
  async follow(url: string, stopAt: string): Promise<Page> {
    let page = await this.request(url);
    while (page.location !== null && !page.location.startsWith(stopAt)) {
      page = await this.request(page.location);
    }
    return page;
  }

  /** Sends the form of a page with its hidden fields, and follows redirects. */
  async submit(
    page: Page,
    fields: Readonly<Record<string, string>>,
    stopAt: string,
  ): Promise<Page> {
    const action = /<form[^>]*action="([^"]+)"/.exec(page.text)?.[1] ?? page.url;
    const hidden = page.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g);
    const form = Object.fromEntries([...hidden].map(([, name = '', value = '']) => [name, value]));
    const answer = await this.request(new URL(action, page.url).href, { ...form, ...fields });
    if (answer.location === null || answer.location.startsWith(stopAt)) return answer;
    return this.follow(answer.location, stopAt);
  }

  cookieOf(origin: string): string {
    return [...(this.#cookies.get(origin) ?? [])]
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
  }
}
