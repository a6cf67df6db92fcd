/** How a truck's load is written. */
import { amount } from './numbers.ts'

/** '24.5 of 25 m³', or '24.5 m³' where what its trucks hold is not known. */
export const loadText = (load: number, room: number) =>
  Number.isNaN(room) ? `${amount(load)} m³` : `${amount(load)} of ${amount(room)} m³`
