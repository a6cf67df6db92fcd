/** Starts the web app. */
import './styles.ts'
import { MantineProvider } from '@mantine/core'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { ErrorBoundary } from '../components/shell/error-boundary.tsx'
import { Router } from './router.tsx'
import { createStore, rememberSession } from './store.ts'
import { colorSchemeManager, cssVariablesResolver, theme } from './theme.ts'

const store = createStore()
rememberSession(store, window.localStorage, window)

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
      </MantineProvider>
    </Provider>
  </StrictMode>,
)
