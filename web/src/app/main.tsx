/** Starts the web app. */
import './styles.ts'
import { MantineProvider } from '@mantine/core'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { ErrorBoundary } from '../components/shell/error-boundary.tsx'
import { NewVersion } from './new-version.tsx'
import { fetchScreen, Router } from './router.tsx'
import { createStore, rememberSession } from './store.ts'
import { colorSchemeManager, cssVariablesResolver, theme } from './theme.ts'
import { newVersion } from './worker.ts'

const store = createStore()
rememberSession(store, window.localStorage, window)
const { user } = store.getState().session
if (user && window.location.pathname.startsWith(`/${user.role}`)) fetchScreen(user.role, window.location.pathname)
window.addEventListener('vite:preloadError', newVersion.need)

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root element')

createRoot(root).render(
  <StrictMode>
    <Provider store={store}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        colorSchemeManager={colorSchemeManager}
        defaultColorScheme="dark"
        deduplicateCssVariables={false}
      >
        <ErrorBoundary>
          <Router />
        </ErrorBoundary>
        <NewVersion />
      </MantineProvider>
    </Provider>
  </StrictMode>,
)

async function continueAfterLoad() {
  const { afterLoad } = await import('./after-load.ts')
  afterLoad(store)
}
// On a slow network the first screen comes first.
if (document.readyState === 'complete') void continueAfterLoad()
else window.addEventListener('load', () => void continueAfterLoad(), { once: true })
