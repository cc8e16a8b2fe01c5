// Sets the theme before the first paint. A file of its own, because the content security policy
// allows no inline script.
(() => {
  const chosen = localStorage.getItem('kerf.color-scheme');
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
})();
