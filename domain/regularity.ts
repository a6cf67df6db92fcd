/** How regularly loads come: a forecast is of a day on which they do. */
import type { Regularity } from './forecasting.ts'

export const isDaily = ({ days, of }: Regularity) => days === of

/** 'Loads came on 5 of the last 28 days.' */
export const regularityText = ({ days, of }: Regularity) =>
  isDaily({ days, of }) ? `Loads came on each of the last ${of} days.` : `Loads came on ${days} of the last ${of} days.`
