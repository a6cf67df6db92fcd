/** How a truck's load is written. */
import { amount, withUnit } from './numbers.ts'

/** '24.5 of 25 m³', or '24.5 m³' where what its trucks hold is not known. */
export const loadText = (load: number, room: number) =>
  Number.isNaN(room) ? withUnit(amount(load), 'm³') : `${amount(load)} of ${withUnit(amount(room), 'm³')}`
