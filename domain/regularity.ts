/**
 * Describes how regularly loads arrive.
 * A forecast is for a day with loads, so its readers need to know how many days have loads.
 */
import type { LoadRegularity } from './forecasting.ts'

/** Returns whether loads arrived on every day. */
export const hasDailyLoads = ({ days, of }: LoadRegularity) => days === of
