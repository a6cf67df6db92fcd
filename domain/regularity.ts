/** Describes how regularly loads arrive, because forecasts are for days with loads. */
import type { RegularityOfLoads } from './forecasting.ts'

/** Returns whether loads arrived on every day of the observed period. */
export const hasDailyLoads = ({ days, of }: RegularityOfLoads) => days === of
