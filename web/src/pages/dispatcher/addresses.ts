/** Addresses of things on the dispatcher's screens, for palette and map. */

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
