/** Returns the start page of a role. */
import type { Location } from 'react-router'
import type { Role } from '#domain/city.ts'

export function homeOf(role: Role): string {
  return `/${role}/dashboard`
}

/**
 * Returns the page that the guard redirected from, else the role's start page.
 * `state` is the location state of the sign-in page.
 */
export function landingOf(role: Role, state: unknown): string {
  const from = (state as { from?: Location } | null)?.from
  return from ? `${from.pathname}${from.search}${from.hash}` : homeOf(role)
}
