// Runs before anything is drawn, so that a chosen theme does not flash.
try {
  const theme = JSON.parse(localStorage.getItem("fourscore.theme") ?? "null");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // No storage, no chosen theme: the system's.
}
