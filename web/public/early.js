// What a page does before its first paint. A file of its own, since the page allows no inline scripts.
try {
  // Shows the remembered theme.
  const chosen = localStorage.getItem('wastesense_theme')
  if (chosen === 'light') document.documentElement.dataset.mantineColorScheme = chosen
} catch {
  // Storage can be forbidden; then the page stays dark.
}
