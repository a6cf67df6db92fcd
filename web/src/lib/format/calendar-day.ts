/** Formats calendar days without a time: '2026-03-12'. */
import { ofDay } from './city-time.ts'

/** Formats as 'Thursday, 12 March 2026'. */
export const wholeDay = ofDay({ dateStyle: 'full' })
/** Formats as '12 Mar'. */
export const shortDay = ofDay({ day: 'numeric', month: 'short' })
/** Formats as 'Thu 12 Mar'. */
export const longDay = ofDay({ weekday: 'short', day: 'numeric', month: 'short' })
