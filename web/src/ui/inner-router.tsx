/** A nested router: screens inside have another address than the browser's. */
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
  /** Address for the screens inside. */
  location: Partial<Location> | string
  navigator: Navigator
  children: ReactNode
}

/**
 * Removes the library's contexts, because it allows nested routers only without them.
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
