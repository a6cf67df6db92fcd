/** A nested router: the screens inside have another address than the browser. */
import type { ReactNode } from 'react'
import {
  type Location,
  type NavigationType,
  type Navigator,
  Router,
  UNSAFE_LocationContext,
  UNSAFE_RouteContext,
} from 'react-router'

const NO_ROUTE = { outlet: null, matches: [], isDataRoute: false }

export interface InnerRouterProps {
  /** Address that the screens inside see. */
  location: Partial<Location> | string
  navigator: Navigator
  children: ReactNode
}

/**
 * Renders a router inside the app's router.
 * The library refuses nested routers, so its contexts are removed first.
 * Without a nested router, every link on these screens would need another address.
 */
export function InnerRouter({ location, navigator, children }: InnerRouterProps) {
  return (
    <UNSAFE_LocationContext value={null as never}>
      <UNSAFE_RouteContext value={NO_ROUTE}>
        <Router location={location} navigator={navigator} navigationType={'POP' as NavigationType}>
          {children}
        </Router>
      </UNSAFE_RouteContext>
    </UNSAFE_LocationContext>
  )
}
