// Runs before the first paint of a page.
// It applies the stored theme and shows the frame of the signed-in screens.
// It also requests the first screen's rows in parallel with the screen's code.
try {
  const chosen = localStorage.getItem('wastesense_theme')
  if (chosen === 'light') document.documentElement.dataset.mantineColorScheme = chosen

  const { user, token } = JSON.parse(localStorage.getItem('wastesense_auth')) ?? {}
  if (token && location.pathname.startsWith(`/${user.role}/`)) document.documentElement.dataset.portal = user.role
  const path = PRELOADED_ENDPOINTS[location.pathname]
  if (path && token) {
    const url = location.origin + path.replace(':id', encodeURIComponent(user.id))
    const as = `Bearer ${token}`
    // Without a response the app repeats the request and reports the failure.
    const language = localStorage.getItem('wastesense_language')
    const headers = { Authorization: as, ...(language && { 'Accept-Language': language }) }
    const answer = fetch(url, { headers }).catch(() => undefined)
    window.askedAhead = { url, as, answer }
  }
} catch {
  // Storage can be forbidden or contain no session.
  // The page then stays dark, and the app sends the request.
}
