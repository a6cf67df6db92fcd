/**
 * Describes how regularly loads arrive.
 * A forecast is for a day with loads, so its readers need to know how many days have loads.
 */
import type { LoadRegularity } from './forecasting.ts'

export const hasDailyLoads = ({ days, of }: LoadRegularity) => days === of

/** Returns a sentence such as 'Loads came on 5 of the last 28 days.' */
export const loadRegularityText = ({ days, of }: LoadRegularity) =>
  hasDailyLoads({ days, of })
    ? `Loads came on each of the last ${of} days.`
    : `Loads came on ${days} of the last ${of} days.`
