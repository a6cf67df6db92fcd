/** The web app: store, theme, error boundary, service worker, offer of a newer version. */

import { I18nProvider } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { Button, MantineProvider } from '@mantine/core'
import {
  type ComponentType,
  type PropsWithChildren,
  StrictMode,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { Provider } from 'react-redux'
import { api, type Store } from '#web/lib/api/api.ts'
import { i18n } from '#web/lib/language/language.tsx'
import { ErrorBoundary } from '#web/ui/states.tsx'
import { AppRoutes } from './router.tsx'
import { colorSchemeManager, cssVariablesResolver, theme } from './theme.ts'

interface AppProps {
  store: Store
  /** The browser router, or a static one at build time. */
  Address: ComponentType<PropsWithChildren>
  /** Storage of the chosen theme. */
  schemes?: typeof colorSchemeManager
}

export function App({ store, Address, schemes = colorSchemeManager }: AppProps) {
  return (
    <StrictMode>
      <Provider store={store}>
        <InLanguage store={store}>
          <MantineProvider
            theme={theme}
            cssVariablesResolver={cssVariablesResolver}
            colorSchemeManager={schemes}
            defaultColorScheme="dark"
            deduplicateCssVariables={false}
          >
            <ErrorBoundary>
              <Address>
                <AppRoutes />
              </Address>
            </ErrorBoundary>
            <NewVersion />
          </MantineProvider>
        </InLanguage>
      </Provider>
    </StrictMode>
  )
}

const subscribeToLanguage = (listener: () => void) => i18n.on('change', listener)
const languageNow = () => i18n.locale

/**
 * Renders everything again in a new language, because any component may contain text.
 * Also reloads the server's texts.
 */
function InLanguage({ store, children }: PropsWithChildren<{ store: Store }>) {
  const locale = useSyncExternalStore(subscribeToLanguage, languageNow, languageNow)
  const shown = useRef(locale)
  useEffect(() => {
    if (shown.current === locale) return
    shown.current = locale
    store.dispatch(api.util.resetApiState())
  }, [locale, store])
  return (
    <I18nProvider i18n={i18n} key={locale}>
      {children}
    </I18nProvider>
  )
}

/** Offers a newer app version; the page reloads only on request. */
function NewVersion() {
  const ready = useSyncExternalStore(newVersionStore.subscribe, newVersionStore.isReady, newVersionStore.isReady)
  const [later, setLater] = useState(false)
  if (!ready || later) return null
  return (
    <div className="ws-new-version" role="status">
      <span>
        <Trans>A new version is ready</Trans>
      </span>
      <Button variant="subtle" onClick={() => setLater(true)}>
        <Trans>Later</Trans>
      </Button>
      <Button onClick={newVersionStore.take}>
        <Trans>Reload</Trans>
      </Button>
    </div>
  )
}

// The service worker, with which the app opens offline.
// A newer version waits until the user accepts it.

const HOUR_MS = 3_600_000

let waitingWorker: ServiceWorker | null = null
const listeners = new Set<() => void>()

function offer(worker: ServiceWorker): void {
  waitingWorker = worker
  for (const listener of listeners) listener()
}

export const newVersionStore = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  isReady: () => waitingWorker !== null,
  /**
   * Activates the new version.
   * Reloads this page but no other tab.
   */
  take() {
    const reload = () => location.reload()
    // The user may have activated the new version in another tab.
    if (waitingWorker?.state !== 'installed') return reload()
    navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true })
    waitingWorker.postMessage({ type: 'SKIP_WAITING' })
  },
  /**
   * Handles a screen whose code could not be loaded.
   * The server probably has only newer files, so the page reloads unasked.
   */
  need() {
    if (waitingWorker) newVersionStore.take()
  },
}

/**
 * Registers the service worker.
 * Checks for a newer one every hour.
 * Does nothing without support, as on an insecure page.
 */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
    // Offers a new version of the app, except when the first service worker is installed.
    const follow = (worker: ServiceWorker | null) => {
      const offerIfReady = () => worker?.state === 'installed' && navigator.serviceWorker.controller && offer(worker)
      worker?.addEventListener('statechange', offerIfReady)
      offerIfReady()
    }
    follow(registration.waiting)
    follow(registration.installing)
    registration.addEventListener('updatefound', () => follow(registration.installing))
    setInterval(() => registration.update().catch(logUpdateFailure), HOUR_MS)
  } catch (error) {
    console.warn('The service worker could not be registered.', error)
  }
}

function logUpdateFailure(error: unknown): void {
  console.info('The check for a newer version failed.', error)
}
