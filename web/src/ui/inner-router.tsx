/** A nested router for screens at an address other than the browser's. */
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
 * The library allows nested routers only without its contexts.
 * Otherwise every link of every board would need another address.
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
