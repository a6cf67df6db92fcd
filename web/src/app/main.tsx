/** Starts the web app in short tasks, which keeps slow phones responsive. */

import './styles.ts'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { SOURCE_LOCALE } from '#contract/languages/locales.ts'
import { createStore, type Store, syncSessionWithStorage } from '#web/lib/api/api.ts'
import { browserStorage } from '#web/lib/format/storage.ts'
import { captureTypedText, isPrerendered } from '#web/lib/hooks/page.ts'
import { i18n, showLanguage } from '#web/lib/language/language.tsx'
import { loadWithRetry } from '#web/ui/lazy.ts'
import { App, newVersionStore } from './app.tsx'
import { guardButtonPresses, guardSelectChoices } from './press-guard.ts'
import { findScreen, preloadScreen } from './router.tsx'

async function start() {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no #root element')
  window.addEventListener('vite:preloadError', newVersionStore.need)
  guardButtonPresses(document)
  guardSelectChoices(document)
  await nextTask()
  const store = createStore()
  syncSessionWithStorage(store, browserStorage, window)
  await nextTask()
  await fetchFirst(store)
  const app = <App store={store} Address={BrowserRouter} />
  // Decides whether React takes over the prerendered page.
  // The prerendered page is English and for visitors, but another tab may have signed in a user.
  const isDrawn = isPrerendered(root, window.location.pathname)
  const waits = isDrawn && i18n.locale === SOURCE_LOCALE && !store.getState().session.user
  if (isDrawn && !waits) captureTypedText(root)
  // React renders a transition in short slices, so the page stays responsive.
  startTransition(() => (waits ? void hydrateRoot(root, app) : createRoot(root).render(app)))
  // Waits until the browser is idle, so that slow devices load the first screen first.
  whenIdle(() => delete document.documentElement.dataset.portal)
  whenIdle(async () => (await loadWithRetry(() => import('./after-load.ts'))).startDeferredTasks(store))
}
void start()

/** Longest time in ms that the first screen waits for its rows after its code has loaded. */
const ROWS_TIMEOUT_MS = 300

/**
 * Loads the first screen's code and rows in parallel.
 * Errors are ignored here, because the screen itself shows a failure.
 */
async function fetchFirst(store: Store): Promise<void> {
  const first = await findScreen(window.location.pathname, store.getState().session.user?.role)
  const open = async () => {
    const { openFeedEarly: openAhead } = await import('#web/lib/feed/feed-provider.tsx')
    return openAhead(store, first.shown?.rooms)
  }
  const rows = first.own ? Promise.allSettled([open()]) : undefined
  await Promise.all([preloadScreen(first), showLanguage('residents')])
  await Promise.race([rows, new Promise((resolve) => setTimeout(resolve, ROWS_TIMEOUT_MS))])
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

/**
 * Runs the work in idle time, within 5 s.
 * Browsers without idle callbacks run it after 2 s.
 */
function whenIdle(work: () => void) {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 5_000 })
  else setTimeout(work, 2_000)
}
