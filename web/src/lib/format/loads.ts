/** Formats a truck's load. */
import { amount, withUnit } from './numbers.ts'

/** Formats as '24.5 of 25 m³', or '24.5 m³' if the capacity is unknown. */
export const loadText = (load: number, room: number) =>
  Number.isNaN(room) ? withUnit(amount(load), 'm³') : `${amount(load)} of ${withUnit(amount(room), 'm³')}`
