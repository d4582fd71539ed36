import * as z from "zod/mini";
import { removePasskeys } from "../../access/passkeys.ts";
import { endSecondFactor } from "../../access/second_factor.ts";
import { endSessionsOf } from "../../access/sessions.ts";
import { BadCommand } from "../../platform/config.ts";
import { userById } from "../../users/users.ts";
import { loginNamed } from "../named.ts";
import { note } from "../noting.ts";
import { operation } from "../operation.ts";

/** Ends the second factor and the passkeys of whoever has lost the phone with them. */
export const userSecondFactor = operation("user 2fa", z.object({ email: z.string() }), (asked) => {
  const { tenants } = asked, { email, companyId, userId } = loginNamed(asked, asked.input.email);
  const who = { companyId, userId }, hadPasskeys = removePasskeys(tenants, who);
  if (!endSecondFactor(tenants, who) && !hadPasskeys) throw new BadCommand(`${email} has no second factor`);
  note(tenants, { companyId, what: "security.reset", target: userId, changes: [] });
  const ended = endSessionsOf(tenants, who, { why: "secondFactor" });
  const { hub, read } = tenants.company(companyId), name = userById(read, userId)?.name ?? "";
  hub.publish("user", {
    action: "update",
    record: { id: userId, name, online: hub.isPresent(userId) },
    isEdited: true,
  });
  return { email, companyId, userId, ended };
});
