// What a page does before its first paint. A file of its own, since the page allows no inline scripts.
try {
  // Shows the remembered theme.
  const chosen = localStorage.getItem('wastesense_theme')
  if (chosen === 'light') document.documentElement.dataset.mantineColorScheme = chosen
  // Fetches what a remembered reader's dashboard is made of beside the app itself, instead of after it.
  const files = JSON.parse(document.getElementById('first-screens')?.textContent ?? '{}')[location.pathname] ?? []
  if (localStorage.getItem('wastesense_auth')) for (const file of files) setTimeout(() => fetchAhead(file))
} catch {
  // Storage can be forbidden; then the page stays dark, and its parts come when they are needed.
}

// Each in a task of its own: a slow phone needs some milliseconds for every one of them.
function fetchAhead(file) {
  const style = file.endsWith('.css')
  const link = Object.assign(document.createElement('link'), { rel: style ? 'preload' : 'modulepreload', href: file })
  if (style) link.as = 'style'
  link.crossOrigin = ''
  document.head.append(link)
}
