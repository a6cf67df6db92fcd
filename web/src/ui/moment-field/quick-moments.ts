/** Common moments as chips. */
import { addDays, fieldIn } from '#domain/city-time.ts'
import type { DateDirection } from '#web/lib/format/dates.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Returns moments as field values: `2026-01-05T14:15` in the city's time zone. */
export function quickMoments(toward: DateDirection, timeZone: string, now: number): { label: string; field: string }[] {
  const at = (later: number) => fieldIn(timeZone, now + later)
  const onDay = (days: number) => `${addDays(at(0).slice(0, 10), days)}T07:00`
  if (toward === 'future') {
    return [
      // Rounded up to the next whole minute, so that the label is a minimum.
      { label: 'In 15 min', field: at(16 * MINUTE_MS - 1) },
      { label: 'In 1 h', field: at(HOUR_MS + MINUTE_MS - 1) },
      { label: 'Tomorrow 07:00', field: onDay(1) },
    ]
  }
  return [
    { label: 'Now', field: at(0) },
    { label: '1 h ago', field: at(-HOUR_MS) },
    { label: 'Yesterday 07:00', field: onDay(-1) },
  ]
}
