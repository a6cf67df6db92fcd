/** Starts the web app. */
import './styles.ts'
import { MantineProvider } from '@mantine/core'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { ErrorBoundary } from '../components/shell/error-boundary.tsx'
import { NewVersion } from './new-version.tsx'
import { fetchScreens, Router } from './router.tsx'
import { createStore, rememberSession } from './store.ts'
import { colorSchemeManager, cssVariablesResolver, theme } from './theme.ts'
import { newVersion } from './worker.ts'

const store = createStore()
rememberSession(store, window.localStorage, window)
window.addEventListener('vite:preloadError', newVersion.need)

const app = (
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
  </StrictMode>
)

/** Draws the whole first screen at once, in slices that leave a slow phone its turn; until then the page says 'Loading...'. */
async function draw() {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no #root element')
  await fetchScreens(window.location.pathname, store.getState().session.user?.role)
  startTransition(() => createRoot(root).render(app))
}
void draw()

async function continueAfterLoad() {
  const { afterLoad } = await import('./after-load.ts')
  afterLoad(store)
}
// On a slow network the first screen comes first.
if (document.readyState === 'complete') void continueAfterLoad()
else window.addEventListener('load', () => void continueAfterLoad(), { once: true })
