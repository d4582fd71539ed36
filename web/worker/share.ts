import { SHARED, type Shared } from "../keptFiles.ts";
import { inStore } from "../keptStore.ts";
import { scope } from "./scope.ts";
import { isShare, sharedIn } from "./shared.ts";

scope.addEventListener("fetch", (event) => {
  if (isShare(event.request)) event.respondWith(take(event.request));
});

/** Keeps what the system shares with the app, and shows the screen that asks for whom it is; nothing of it goes to the server. */
async function take(request: Request): Promise<Response> {
  try {
    const shared: Shared = sharedIn(await request.formData(), Date.now());
    await inStore(SHARED, "readwrite", (store) => store.put(shared, "latest"));
    return Response.redirect("/share", 303);
  } catch {
    // There is no room for it, or it is not what systems share.
    return Response.redirect("/share?lost", 303);
  }
}
