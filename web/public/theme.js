// In the head and not a module, so that the page never flashes in the other theme.
(function () {
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
    // Whether the login still holds is asked while the scripts are on their way (web/refresh.ts); one tab asks at a time.
    if (document.currentScript.dataset.asks === undefined || !localStorage.getItem("token") || !navigator.locks) return;
    globalThis.earlyRefresh = navigator.locks.request("balcao-refresh", async () => {
      const asked = fetch("/api/auth/refresh_token", { method: "POST", credentials: "same-origin" })
        .then(async (answer) => ({ status: answer.status, text: await answer.text() }));
      // No other tab waits for an answer that a dead network has swallowed. The cookie of a late one is kept.
      return await Promise.race([asked, new Promise((_, reject) => setTimeout(reject, 30_000))]);
    }).catch(() => null);
  } catch { /* storage is switched off: the system's theme it is */ }
})();
