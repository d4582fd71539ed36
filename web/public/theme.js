// In the head and not a module, so that the page never flashes in the other theme.
(function () {
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch { /* storage is switched off: the system's theme it is */ }
})();
