import type { Browser, CDPSession } from "playwright-core";
import type { Login } from "../../web/e2e/browser.ts";
import { within } from "../shared/within.ts";

type Params = Record<string, unknown>;
interface Waiting {
  resolve(result: never): void;
  reject(error: Error): void;
}

/**
 * A browser of one's own whose pages nobody watches. Playwright hears of every request of its pages, for which V8 looks up
 * where in the source each was made: that takes a phone 0.4 s of its first view, and no phone does it.
 */
export class BareBrowser {
  #last = 0;
  readonly #waiting = new Map<number, Waiting>();
  readonly #session: CDPSession;
  readonly #context: string;

  private constructor(session: CDPSession, context: string) {
    [this.#session, this.#context] = [session, context];
    session.on("Target.receivedMessageFromTarget", ({ message }) => this.#answered(JSON.parse(message)));
  }

  static async start(browser: Browser): Promise<BareBrowser> {
    const session = await browser.newBrowserCDPSession();
    const { browserContextId } = await session.send("Target.createBrowserContext");
    return new BareBrowser(session, browserContextId);
  }

  /** Logs a person in, as `storageState` does for a context of Playwright's. */
  async logIn({ cookies, origins: [kept] }: Login): Promise<void> {
    const plain = cookies.map(({ name, value, domain, path, httpOnly }) => ({ name, value, domain, path, httpOnly }));
    await this.#session.send("Storage.setCookies", { browserContextId: this.#context, cookies: plain });
    const page = await this.open();
    await page.go(`${kept!.origin}/favicon.svg`);
    await page.until("document.readyState === 'complete'");
    for (const { name, value } of kept!.localStorage) {
      await page.evaluate(`localStorage.setItem(${JSON.stringify(name)}, ${JSON.stringify(value)})`);
    }
    await page.close();
  }

  async open(): Promise<BarePage> {
    const { targetId } = await this.#session.send("Target.createTarget", {
      url: "about:blank",
      browserContextId: this.#context,
    });
    const { sessionId } = await this.#session.send("Target.attachToTarget", { targetId });
    return new BarePage(
      (method, params) => this.#send(sessionId, method, params),
      async () => void await this.#session.send("Target.closeTarget", { targetId }),
    );
  }

  async close(): Promise<void> {
    await this.#session.send("Target.disposeBrowserContext", { browserContextId: this.#context });
    await this.#session.detach();
  }

  async #send(sessionId: string, method: string, params: Params = {}): Promise<never> {
    const id = ++this.#last;
    const answer = new Promise<never>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    await this.#session.send("Target.sendMessageToTarget", {
      sessionId,
      message: JSON.stringify({ id, method, params }),
    });
    return await answer;
  }

  #answered({ id, result, error }: { id?: number; result?: never; error?: { message: string } }): void {
    const waiting = id === undefined ? undefined : this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id!);
    if (error) waiting.reject(new Error(error.message));
    else waiting.resolve(result!);
  }
}

/** A page of it, by the browser's own protocol. */
export class BarePage {
  constructor(
    // deno-lint-ignore no-explicit-any -- answers of every shape
    readonly send: (method: string, params?: Params) => Promise<any>,
    readonly close: () => Promise<void>,
  ) {}

  async go(url: string): Promise<void> {
    await this.send("Page.navigate", { url });
  }

  /** What an expression comes to; throws also while the page is changing. */
  async evaluate(expression: string): Promise<unknown> {
    const options = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", options);
    if (exceptionDetails) throw new Error(String(result.description ?? result.value));
    return result.value;
  }

  /** Asks until it is true; what it is. */
  async until(expression: string): Promise<unknown> {
    for (const end = Date.now() + 60_000; Date.now() < end;) {
      const value = await within(end - Date.now(), this.evaluate(expression)).catch(() => undefined);
      if (value) return value;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`Not within a minute: ${expression}`);
  }
}
