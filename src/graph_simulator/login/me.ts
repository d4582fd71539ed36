import { type Asked, pick } from "../asked.ts";

/** The person who looks after the companies' pages and logs in for them. */
export const ADMIN = { id: "10229876543210987", name: "Marta Dias" };

/** GET /me of a person's login. */
export function showMe(asked: Asked): Record<string, unknown> {
  return pick(asked, { id: asked.token.ownerId, name: ADMIN.name }, ["name"]);
}
