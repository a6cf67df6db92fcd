// Shows the remembered theme before the first paint. A file of its own, since the page allows no inline scripts.
try {
  const chosen = localStorage.getItem('wastesense_theme')
  if (chosen === 'light') document.documentElement.dataset.mantineColorScheme = chosen
} catch {
  // Storage can be forbidden; then the page stays dark.
}
