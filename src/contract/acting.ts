import { LoggedIn } from "./access.ts";
import { del, post } from "./call.ts";

/** One of the provider's people acts as a company's administrator; the company reads every step in its audit log. */
export const acting = {
  begin: post("/companies/:id/act", "Act as the company's first administrator; the refresh token is set as a cookie", {
    who: "companies:edit",
    answer: LoggedIn,
  }),
  end: del("/auth/act", "Stop acting, and be oneself again", { whenOverdue: true, answer: LoggedIn }),
};
