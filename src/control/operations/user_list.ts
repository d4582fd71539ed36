import * as z from "zod/mini";
import { passkeysOf } from "../../access/passkeys.ts";
import { userDetails, usersByAge } from "../../users/users.ts";
import { loginOf, usersWithSecondFactor } from "../../users/logins.ts";
import { companyNamed } from "../named.ts";
import { operation } from "../operation.ts";

export const userList = operation("user list", z.object({ company: z.string() }), (asked) => {
  const { tenants } = asked, { id: companyId } = companyNamed(asked, asked.input.company);
  const { read, hub } = tenants.company(companyId), withFactor = usersWithSecondFactor(tenants, companyId);
  return usersByAge(read).map(({ id }) => {
    const { name, email, profile } = userDetails(read, id), who = { companyId, userId: id };
    const login = loginOf(tenants, who);
    return {
      ...{ id, name, email, profile },
      /** False of people whose address somebody of another company logs in with. */
      hasLogin: login !== undefined,
      isSuper: login?.isSuper === true,
      hasSecondFactor: withFactor.has(id),
      passkeys: passkeysOf(tenants, who).length,
      online: hub.isPresent(id),
    };
  });
});
