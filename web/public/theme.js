// In the head and not a module, so that the page never flashes in the other theme.
(function () {
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
    // Whether the login still holds is asked while the scripts are on their way (web/refresh.ts); one tab asks at a time.
    if (document.currentScript.dataset.asks === undefined || !localStorage.getItem("token") || !navigator.locks) return;
    globalThis.earlyRefresh = navigator.locks.request("balcao-refresh", async () => {
      const answer = await fetch("/api/auth/refresh_token", { method: "POST", credentials: "same-origin" });
      return { status: answer.status, text: await answer.text() };
    }).catch(() => null);
  } catch { /* storage is switched off: the system's theme it is */ }
})();
