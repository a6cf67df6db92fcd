/** Where things of the city are shown on the dispatcher's screens: what the palette and the map lead to. */

export const ROUTES = '/dispatcher/routes'

/** The board, with the reports of one zone. */
export const zoneAddress = (zone: string) => `/dispatcher/dashboard?zone=${encodeURIComponent(zone)}`

/** The board, with the open reports of whoever is called that. */
export const residentAddress = (name: string) => `/dispatcher/dashboard?search=${encodeURIComponent(name)}`

/** Of a truck on the board, as a selector. */
export const truckCard = (id: string) => `[data-vehicle="${CSS.escape(id)}"]`

/** So long is waited for the part of another screen that was asked for. */
const COMING_MS = 4_000

/** Brings a part of the board into sight once it is there. */
export function showPart(selector: string, until = Date.now() + COMING_MS): void {
  const part = document.querySelector<HTMLElement>(selector)
  if (part) part.scrollIntoView({ block: 'center' })
  else if (Date.now() < until) requestAnimationFrame(() => showPart(selector, until))
}
