/** The time of day in the city. */

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Such as `14:05`; `at` in ISO 8601, `timeZone` by its IANA name. */
export function timeIn(timeZone: string, at: string): string {
  const clock =
    clocks.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
  clocks.set(timeZone, clock)
  return clock.format(new Date(at))
}

/** A moment as a datetime-local field of the city holds it: `2026-01-05T14:15`. */
export function fieldIn(timeZone: string, at: number): string {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
  return new Intl.DateTimeFormat('sv-SE', { timeZone, ...parts }).format(at).replace(' ', 'T')
}

/** The moment (epoch ms) that such a field means; NaN when it is not filled in. In an hour that there is twice, the first. */
export function momentIn(timeZone: string, field: string): number {
  const asUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(field) ? Date.parse(`${field}:00Z`) : Number.NaN
  if (Number.isNaN(asUtc)) return Number.NaN
  const ahead = (at: number) => Date.parse(`${fieldIn(timeZone, at)}:00Z`) - at
  // What the clocks are ahead may change between the two: once more from there.
  const near = asUtc - ahead(asUtc)
  return asUtc - ahead(near)
}

/** Of each quarter of an hour that was asked for: formatting is slow, and no clock is ahead of UTC by a part of one. */
const MOST_KEPT = 100_000
const days = new Map<string, string>()

/** The day in the city, `2026-01-05`, of a moment in ISO 8601 UTC. */
export function dayIn(timeZone: string, at: string): string {
  const quarter = `${timeZone} ${at.slice(0, 14)}${Math.floor(Number(at.slice(14, 16)) / 15)}`
  const known = days.get(quarter)
  if (known !== undefined) return known
  if (days.size >= MOST_KEPT) days.clear()
  const day = fieldIn(timeZone, Date.parse(at)).slice(0, 10)
  days.set(quarter, day)
  return day
}

const DAY_MS = 24 * 60 * 60_000

/** The days from one to another (`2026-01-05`), both included. */
export function daysFrom(from: string, to: string): string[] {
  const [first, last] = [Date.parse(from), Date.parse(to)]
  const count = Math.max(0, Math.round((last - first) / DAY_MS) + 1)
  return Array.from({ length: count }, (_, index) => new Date(first + index * DAY_MS).toISOString().slice(0, 10))
}
