/** Starts the web app, in steps: a slow phone, held up by one of them for long, would not obey meanwhile. */
import './styles.ts'
import { MantineProvider } from '@mantine/core'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { createStore, rememberSession, type Store } from '#web/calls/store.ts'
import { ErrorBoundary } from '#web/components/error-boundary.tsx'
import { NewVersion } from './new-version.tsx'
import { guardPresses } from './press.ts'
import { fetchScreen, Router, screenAt } from './router.tsx'
import { colorSchemeManager, cssVariablesResolver, theme } from './theme.ts'
import { newVersion } from './worker.ts'

function App({ store }: { store: Store }) {
  return (
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
}

async function start() {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no #root element')
  window.addEventListener('vite:preloadError', newVersion.need)
  guardPresses(document)
  await nextTask()
  const store = createStore()
  rememberSession(store, window.localStorage, window)
  await nextTask()
  await fetchFirst(store)
  // As a transition it is drawn in slices.
  startTransition(() => createRoot(root).render(<App store={store} />))
  // On a slow phone or network the first screen comes first.
  whenIdle(async () => (await import('./after-load.ts')).afterLoad(store))
}
void start()

/** ms that a screen whose code is there waits for its rows; longer than that, it stands without them. */
const ROWS_MS = 300

/** Everything that the first screen is made of, and what it shows, at once. Where that fails, the screen says so. */
async function fetchFirst(store: Store): Promise<void> {
  const first = await screenAt(window.location.pathname, store.getState().session.user?.role)
  const open = async () => {
    const { openAhead } = await import('#web/feed/feed-provider.tsx')
    return openAhead(store, first.shown?.rooms)
  }
  const rows = first.own ? Promise.allSettled([open()]) : undefined
  await fetchScreen(first)
  await Promise.race([rows, new Promise((resolve) => setTimeout(resolve, ROWS_MS))])
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

/** Once nothing else is to be done, at the latest after 5 s; where a browser can't tell, after 2 s. */
function whenIdle(work: () => void) {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 5_000 })
  else setTimeout(work, 2_000)
}
