/**
 * Renders a public page at build time.
 * Browsers hydrate the same components.
 */
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

/** Returns the page that a signed-out visitor with this theme sees. */
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
