/** The app around its screens: store, theme and error boundary. */
import { MantineProvider } from '@mantine/core'
import { type ComponentType, type PropsWithChildren, StrictMode } from 'react'
import { Provider } from 'react-redux'
import type { Store } from '#web/calls/store.ts'
import { ErrorBoundary } from '#web/components/error-boundary.tsx'
import { NewVersion } from './new-version.tsx'
import { Screens } from './router.tsx'
import { colorSchemeManager, cssVariablesResolver, theme } from './theme.ts'

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
