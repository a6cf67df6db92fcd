/** Formats a day with its time, with words for near days: 'Today 14:00'. */
import { inCity } from './city-time.ts'
import { dayOf } from './days.ts'
import { clock } from './times.ts'

const NEAR = ['Today', 'Tomorrow', 'Yesterday']
const shortDate = inCity({ weekday: 'short', day: 'numeric', month: 'short' })
const longDate = inCity({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
const year = inCity({ year: 'numeric' })

/**
 * Formats as 'Today 14:00', 'Mon 5 Jan, 14:00', in another year 'Sun 5 Jan 2025, 14:00'.
 * `now` is epoch ms.
 */
export function dayTime(iso: string, now: number): string {
  const day = shortDayOf(iso, now)
  return `${day}${NEAR.includes(day) ? '' : ','} ${clock(iso)}`
}

/**
 * Formats as 'about 14:00' for today, 'tomorrow about 06:00', 'Mon 5 Jan about 06:00'.
 * `now` is epoch ms.
 */
export function aboutTime(iso: string, now: number): string {
  const day = shortDayOf(iso, now)
  const about = `about ${clock(iso)}`
  if (day === 'Today') return about
  return `${day === 'Tomorrow' ? 'tomorrow' : day} ${about}`
}

/** Formats as 'Today', 'Tomorrow', 'Yesterday', else 'Mon 5 Jan', in another year 'Sun 5 Jan 2025'. */
function shortDayOf(iso: string, now: number): string {
  const day = dayOf(iso, now)
  if (NEAR.includes(day)) return day
  const at = Date.parse(iso)
  return (year(at) === year(now) ? shortDate : longDate)(at).replace(',', '')
}
