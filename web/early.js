// What a page does before its first paint: it shows the remembered theme and the frame of one's own screens, and asks for the rows of its first screen, which need not
// wait for the code that shows them.
try {
  const chosen = localStorage.getItem('wastesense_theme')
  if (chosen === 'light') document.documentElement.dataset.mantineColorScheme = chosen

  const { user, token } = JSON.parse(localStorage.getItem('wastesense_auth')) ?? {}
  if (token && location.pathname.startsWith(`/${user.role}/`)) document.documentElement.dataset.portal = user.role
  const path = FIRST_ROWS[location.pathname]
  if (path && token) {
    const url = location.origin + path.replace(':id', encodeURIComponent(user.id))
    const as = `Bearer ${token}`
    // Without an answer the app asks again, and says so.
    const answer = fetch(url, { headers: { Authorization: as } }).catch(() => undefined)
    window.askedAhead = { url, as, answer }
  }
} catch {
  // Storage can be forbidden, or hold what is no session: the page stays dark, and the app asks by itself.
}
