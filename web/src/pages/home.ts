/** Where people land once they are signed in. */
import type { Location } from 'react-router'
import type { Role } from '#rules/city.ts'

export function homeOf(role: Role): string {
  return `/${role}/dashboard`
}

/** The page that the guard sent them away from, else their dashboard. `state` is the location state of the sign-in page. */
export function landingOf(role: Role, state: unknown): string {
  const from = (state as { from?: Location } | null)?.from
  return from ? `${from.pathname}${from.search}${from.hash}` : homeOf(role)
}
