/** The web app: store, theme and error boundary around the screens. */

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
import '#web/lib/language/language.tsx'
import { ErrorBoundary } from '#web/ui/states.tsx'
import classes from './new-version.module.css'
import { AppRoutes } from './router.tsx'
import { colorSchemeManager, cssVariablesResolver, theme } from './theme.ts'
import { newVersionStore } from './worker.ts'

export interface AppProps {
  store: Store
  /** Router component: the browser router, or a static one when pages are rendered at build time. */
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

const onLanguage = (listener: () => void) => i18n.on('change', listener)
const languageNow = () => i18n.locale

/**
 * Renders everything again after a change of language, because any component may contain text.
 * Also reloads the server's answers, because they contain text.
 */
function InLanguage({ store, children }: PropsWithChildren<{ store: Store }>) {
  const locale = useSyncExternalStore(onLanguage, languageNow, languageNow)
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

/** Offers to load a newer version of the app; the page reloads only on request. */
function NewVersion() {
  const ready = useSyncExternalStore(newVersionStore.subscribe, newVersionStore.isReady, newVersionStore.isReady)
  const [later, setLater] = useState(false)
  if (!ready || later) return null
  return (
    <div className={classes.offer} role="status">
      <span className={classes.text}>
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
