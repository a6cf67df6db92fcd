/** Addresses of the dispatcher’s screens, and their keys. */
import { lookUp } from '#domain/dictionary.ts'

export const ROUTES = '/dispatcher/routes'

/** Returns the dashboard's address with the reports of one zone. */
export const zoneAddress = (zone: string) => `/dispatcher/dashboard?zone=${encodeURIComponent(zone)}`

/** Returns the dashboard's address with the open reports of a resident. */
export const residentAddress = (name: string) => `/dispatcher/dashboard?search=${encodeURIComponent(name)}`

/** Returns the selector of a truck's card on the dashboard. */
export const truckCard = (id: string) => `[data-vehicle="${CSS.escape(id)}"]`

/** Longest wait for a part of another screen, in ms. */
const PART_TIMEOUT_MS = 4_000

/** Scrolls a part of the dashboard into view once it exists. */
export function scrollToPart(selector: string, until = Date.now() + PART_TIMEOUT_MS): void {
  const part = document.querySelector<HTMLElement>(selector)
  if (part) part.scrollIntoView({ block: 'center' })
  else if (Date.now() < until) requestAnimationFrame(() => scrollToPart(selector, until))
}

/** Targets of `g` followed by a letter. */
export const PLACES: Readonly<Record<string, { path: string; label: string }>> = {
  d: { path: 'dashboard', label: 'Dashboard' },
  r: { path: 'routes', label: 'Routes' },
  a: { path: 'analytics', label: 'Analytics' },
  p: { path: 'profile', label: 'Profile' },
}

export type Shortcut = { does: 'go'; path: string } | { does: 'await' | 'rows' | 'search' | 'help' | 'palette' }

interface Pressed {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

/** Time in which a letter after `g` counts, in ms. */
export const SECOND_KEY_TIMEOUT_MS = 1_500

/**
 * Returns the shortcut of a key.
 * `awaited` means that `g` was pressed just before.
 * `typing` means that a field has the focus; only the palette's key works there.
 */
export function shortcutOf({ key, ctrlKey, metaKey, altKey }: Pressed, awaited: boolean, typing: boolean) {
  const answer = (shortcut: Shortcut) => shortcut
  if ((ctrlKey || metaKey) && !altKey) return key.toLowerCase() === 'k' ? answer({ does: 'palette' }) : undefined
  if (typing || altKey) return undefined
  const place = awaited ? lookUp(PLACES, key) : undefined
  if (place) return answer({ does: 'go', path: place.path })
  if (key === 'g') return answer({ does: 'await' })
  if (key === 'j' || key === 'k') return answer({ does: 'rows' })
  if (key === '/') return answer({ does: 'search' })
  return key === '?' ? answer({ does: 'help' }) : undefined
}

/** Entries of the list that `?` opens. */
export const LISTED: readonly [keys: string, does: string][] = [
  ['j or ↓, k or ↑', 'Next and previous report'],
  ['x or Space', 'Select the report'],
  ['o or Enter', 'Open the report'],
  ['c', 'Mark it collected, or all that are selected'],
  ['Esc', 'Select none'],
  ['/', 'Search reports; Enter or Esc lead back to them'],
  ...Object.entries(PLACES).map(([key, { label }]): [string, string] => [`g then ${key}`, label]),
  ['Ctrl K or ⌘ K', 'Find a truck, zone, resident, site, screen or action'],
  ['Ctrl Z or ⌘ Z', 'Undo what was done last, for 8 seconds'],
  ['?', 'This list'],
]
