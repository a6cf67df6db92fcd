/** Renders a public page to HTML at build time. The browser hydrates the same components. */
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { createStore } from '#web/lib/api/api.ts'
import { sessionEnded } from '#web/lib/api/session.ts'
import { App } from './app.tsx'
import { findScreen, preloadScreen } from './router.tsx'
import type { colorSchemeManager } from './theme.ts'

const nothing = () => {}
const always = (scheme: 'dark' | 'light'): typeof colorSchemeManager => ({
  get: () => scheme,
  set: nothing,
  clear: nothing,
  subscribe: nothing,
  unsubscribe: nothing,
})

/** Returns the page at an address as a signed-out visitor with that theme sees it. */
export async function prerenderPage(address: string, scheme: 'dark' | 'light'): Promise<string> {
  const store = createStore()
  store.dispatch(sessionEnded())
  await preloadScreen(await findScreen(address, undefined))
  return renderToString(
    <App
      store={store}
      Address={({ children }) => <StaticRouter location={address}>{children}</StaticRouter>}
      schemes={always(scheme)}
    />,
  )
}
