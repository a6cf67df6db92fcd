/** How a day of the calendar is written that no clock is asked about: '2026-03-12'. */
import { ofDay } from './city-time.ts'

/** 'Thursday, 12 March 2026' */
export const wholeDay = ofDay({ dateStyle: 'full' })
/** '12 Mar' */
export const shortDay = ofDay({ day: 'numeric', month: 'short' })
/** 'Thu 12 Mar' */
export const longDay = ofDay({ weekday: 'short', day: 'numeric', month: 'short' })
