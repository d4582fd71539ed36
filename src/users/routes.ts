import { checkOwnPassword } from "../access/own_password.ts";
import { endSessionsOf } from "../access/sessions.ts";
import { leaveChats } from "../chats/chats.ts";
import { companyAsked } from "../companies/asked_company.ts";
import { may, type Person } from "../contract/permissions.ts";
import { refuse } from "../contract/errors.ts";
import { type User, type UserForm, users } from "../contract/users.ts";
import type * as z from "zod/mini";
import type { Company } from "../platform/company.ts";
import { removeFiles } from "../messages/remove_ticket.ts";
import { outcomesOf } from "../platform/each.ts";
import { routes } from "../platform/routes.ts";
import type { Tenants } from "../platform/tenants.ts";
import { removeUser } from "../tickets/remove_user.ts";
import {
  addUser,
  changeUser,
  listUsers,
  searchUsers,
  userById,
  type UserChange,
  userDetails,
  usersByAge,
} from "./users.ts";
import { checkNotAboveOneself, usersWithSecondFactor } from "./logins.ts";

export const userRoutes = routes((on) => {
  on(users.search, ({ company, tenants, person, query }) => {
    const isAdmin = may(person, "user-modal:editProfile");
    const { users, hasMore } = searchUsers(company.read, { ...query, byEmail: isAdmin });
    const withFactor = isAdmin ? usersWithSecondFactor(tenants, company.id) : undefined;
    const shown = users.map((user) => ({
      ...user,
      ...(withFactor ? { ...userDetails(company.read, user.id), hasSecondFactor: withFactor.has(user.id) } : {}),
      online: company.hub.isPresent(user.id),
    }));
    return { users: shown, hasMore };
  });
  on(
    users.list,
    ({ query, ...asked }) => {
      const { read, hub } = companyAsked(asked, query.companyId);
      const rows = query.companyId && asked.person.super ? usersByAge(read) : listUsers(read);
      return rows.map((user) => ({ ...user, online: hub.isPresent(user.id) }));
    },
  );

  on(users.show, ({ person, params, query, ...asked }) => {
    checkMayChange(person, params.id);
    return shown(companyAsked({ person, ...asked }, query.companyId), params.id);
  });

  on(users.add, async ({ tenants, body, ...asked }) => {
    const company = companyAsked({ tenants, ...asked }, body.companyId);
    const { id } = await addUser(tenants, company, { ...body, profile: body.profile ?? "user" }, new Date());
    const user = shown(company, id);
    company.hub.publish("user", { action: "create", record: colleague(user), isEdited: true });
    return user;
  });

  on(users.change, async ({ tenants, session, person, params, body, ...asked }) => {
    checkMayChange(person, params.id);
    const company = companyAsked({ tenants, person, ...asked }, body.companyId);
    checkNotAboveOneself(tenants, company, person, params.id);
    const isOfCompany = company === asked.company, isOwn = isOfCompany && person.id === params.id;
    if (isOwn && changesLogin(company, params.id, body)) {
      await checkOwnPassword(tenants, session, body.currentPassword, new Date());
    }
    await changeUser(tenants, company, params.id, changeBy(person, body), {
      userId: isOfCompany ? person.id : null,
      now: Date.now(),
    });
    // Whoever knew the old password is to be out; the screen on which one sets one's own stays.
    const others = { except: isOwn ? session.id : undefined, why: "password" as const };
    if (body.password) endSessionsOf(tenants, { companyId: company.id, userId: params.id }, others);
    const user = shown(company, params.id);
    company.hub.update(user.id, { profile: user.profile, queueIds: user.queues.map(({ id }) => id) });
    company.hub.publish("user", { action: "update", record: colleague(user), isEdited: true });
    return user;
  });

  on(users.remove, ({ tenants, person, params, query, ...asked }) => {
    const company = companyAsked({ tenants, person, ...asked }, query.companyId);
    remove(tenants, company, params.id, { person, isFromHere: company === asked.company });
    return {};
  });
  on(
    users.removeMany,
    ({ company, tenants, person, body }) =>
      outcomesOf(body.ids, (id) => remove(tenants, company, id, { person, isFromHere: true })),
  );
});

/** With what only they had: a chat in which nobody else is goes with its files. */
function remove(tenants: Tenants, company: Company, id: number, by: { person: Person; isFromHere: boolean }): void {
  let files: string[] = [];
  const also = () => void (files = leaveChats(company, id));
  removeUser(tenants, company, id, { ...by, now: Date.now(), also });
  void removeFiles(company, files);
}

/** One's own record, or any for those who may edit profiles (spec 2 §6); for others there is none. */
function checkMayChange(person: Person, id: number): void {
  if (person.id !== id && !may(person, "user-modal:editProfile")) refuse("ERR_NO_USER_FOUND");
}

/** Whether somebody logs in otherwise afterwards: whoever found their screen open could lock them out by either. */
function changesLogin({ read }: Company, id: number, { email, password }: z.output<typeof UserForm>): boolean {
  return Boolean(password) || userById(read, id)?.email !== email;
}

/** Rights are changed only by those who hold that right; what others send of them must be what it is. */
function changeBy(
  person: Person,
  { companyId: _, currentPassword: __, profile, queueIds, ...rest }: z.output<typeof UserForm> & { was?: number },
): UserChange {
  return {
    ...rest,
    ...(may(person, "user-modal:editProfile") ? { profile } : {}),
    ...(may(person, "user-modal:editQueues") ? { queueIds } : {}),
  };
}

function shown(company: Company, id: number): User {
  return { ...userDetails(company.read, id), online: company.hub.isPresent(id) };
}

function colleague({ id, name, online }: User) {
  return { id, name, online };
}
