interface Login {
  token: string;
  user: { id: number; companyId: number };
}

/** A call is tried so often when the line breaks, and after so long (ms) again. */
const TRIES = 3, WAIT = 2000;

/** Who is logged in here: the cookie, which no script can read, is worth an access token. */
export async function logIn(): Promise<Login> {
  return await callAs(undefined, "POST", "/auth/refresh_token", {}) as Login;
}

/** Makes a call; what the server refuses is thrown, and what did not reach it is tried again. */
export async function callAs(token: string | undefined, method: string, path: string, body?: object): Promise<unknown> {
  for (let nth = 1;; nth++) {
    const answer = await fetch(`/api${path}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { "content-type": "application/json" } : {}),
      },
      body: body && JSON.stringify(body),
    }).catch(() => undefined);
    if (answer?.ok) return await answer.json();
    const isFinal = answer !== undefined && answer.status < 500;
    if (isFinal || nth === TRIES) throw new Error(`${method} ${path}: ${answer?.status ?? "no answer"}`);
    await new Promise((resolve) => setTimeout(resolve, WAIT * nth));
  }
}
