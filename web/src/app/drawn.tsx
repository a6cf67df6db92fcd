/** Draws a public page as HTML while the app is built, by the very components that take it over in the browser. */
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { sessionEnded } from '#web/calls/session.ts'
import { createStore } from '#web/calls/store.ts'
import { App } from './app.tsx'
import { fetchScreen, screenAt } from './router.tsx'
import type { colorSchemeManager } from './theme.ts'

const nothing = () => {}
const always = (scheme: 'dark' | 'light'): typeof colorSchemeManager => ({
  get: () => scheme,
  set: nothing,
  clear: nothing,
  subscribe: nothing,
  unsubscribe: nothing,
})

/** The page at an address as somebody sees it who is not signed in and has that theme. */
export async function drawPage(address: string, scheme: 'dark' | 'light'): Promise<string> {
  const store = createStore()
  store.dispatch(sessionEnded())
  await fetchScreen(await screenAt(address, undefined))
  return renderToString(
    <App
      store={store}
      Address={({ children }) => <StaticRouter location={address}>{children}</StaticRouter>}
      schemes={always(scheme)}
    />,
  )
}
