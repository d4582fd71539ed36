import * as z from "zod/mini";
import { endSessionsOf } from "../../access/sessions.ts";
import { setPassword } from "../../users/set_password.ts";
import { loginNamed } from "../named.ts";
import { note } from "../noting.ts";
import { operation } from "../operation.ts";

const PASSWORD_CHANGED = { field: "password", before: null, after: null, secret: "changed" } as const;

const Whose = z.object({ email: z.string() });

/** Nobody types a password twice to learn that there is no such person. */
export const userLogin = operation("user login", Whose, (asked) => {
  const { email, companyId, userId } = loginNamed(asked, asked.input.email);
  return { email, companyId, userId };
});

export const userPassword = operation("user password", z.extend(Whose, { password: z.string() }), async (asked) => {
  const { tenants, input } = asked, { email, companyId, userId } = loginNamed(asked, input.email);
  await setPassword(tenants, email, input.password);
  note(tenants, { companyId, what: "users.change", target: userId, changes: [PASSWORD_CHANGED] });
  const ended = endSessionsOf(tenants, { companyId, userId }, { why: "password" });
  return { email, companyId, userId, ended };
});
