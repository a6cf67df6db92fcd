// Renders the API reference from the OpenAPI document, in the theme of the app or of the system.
const systemIsDark = matchMedia('(prefers-color-scheme: dark)')

function chosenTheme() {
  try {
    return localStorage.getItem('wastesense_theme')
  } catch {
    // The browser forbids storage.
    return null
  }
}

function applyTheme() {
  const theme = chosenTheme()
  const isDark = theme === 'dark' || (theme !== 'light' && systemIsDark.matches)
  document.documentElement.classList.toggle('dark-mode', isDark)
}

applyTheme()
systemIsDark.addEventListener('change', applyTheme)

SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  displayRequestDuration: true,
  filter: true,
  // The badge would send the document's address to another server.
  validatorUrl: null,
})
