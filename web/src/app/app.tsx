/** The app around its screens: store, theme and error boundary. */
import { Button, MantineProvider } from '@mantine/core'
import { type ComponentType, type PropsWithChildren, StrictMode, useState, useSyncExternalStore } from 'react'
import { Provider } from 'react-redux'
import type { Store } from '#web/lib/api/store.ts'
import { ErrorBoundary } from '#web/ui/states.tsx'
import classes from './new-version.module.css'
import { Screens } from './router.tsx'
import { colorSchemeManager, cssVariablesResolver, theme } from './theme.ts'
import { newVersion } from './worker.ts'

export interface AppProps {
  store: Store
  /** Router: the browser's, or a static one for pages rendered at build time. */
  Address: ComponentType<PropsWithChildren>
  /** Source of the chosen theme. */
  schemes?: typeof colorSchemeManager
}

export function App({ store, Address, schemes = colorSchemeManager }: AppProps) {
  return (
    <StrictMode>
      <Provider store={store}>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariablesResolver}
          colorSchemeManager={schemes}
          defaultColorScheme="dark"
          deduplicateCssVariables={false}
        >
          <ErrorBoundary>
            <Address>
              <Screens />
            </Address>
          </ErrorBoundary>
          <NewVersion />
        </MantineProvider>
      </Provider>
    </StrictMode>
  )
}

/** Offers a newer version; the page reloads only on request. */
function NewVersion() {
  const ready = useSyncExternalStore(newVersion.subscribe, newVersion.isReady, newVersion.isReady)
  const [later, setLater] = useState(false)
  if (!ready || later) return null
  return (
    <div className={classes.offer} role="status">
      <span className={classes.text}>A new version is ready</span>
      <Button variant="subtle" onClick={() => setLater(true)}>
        Later
      </Button>
      <Button onClick={newVersion.take}>Reload</Button>
    </div>
  )
}
