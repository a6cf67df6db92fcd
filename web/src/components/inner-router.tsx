/** A router within the app's, for screens that are shown at another address than their own. */
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
  /** The address that the screens believe they are at. */
  location: Partial<Location> | string
  navigator: Navigator
  children: ReactNode
}

/** The library lets routers stand in each other only where its context is taken away. */
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
