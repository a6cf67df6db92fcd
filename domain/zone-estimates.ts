/**
 * Estimates when a zone reaches a number of open reports.
 * Uses how fast reports came in earlier collection cycles, and at which hours of the day.
 * Also estimates how long reports usually wait.
 */

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
/** Factor by which every count is multiplied at each new collection cycle, so older cycles count less. */
const CYCLE_DECAY = 0.85
/**
 * Number of days after a zone was last emptied that have their own report rate.
 * Later days use the rate of the last of these days.
 */
const RATE_DAYS = 14
const HOURS = 24
/**
 * Weight of the average report rate when a day's rate is estimated, in hours of observation.
 * Days with few observed hours thus stay close to the average.
 */
const USUAL_HOURS = 24
/** Maximum time in ms that a prediction looks ahead. */
const FARTHEST_MS = RATE_DAYS * DAY_MS
/**
 * Minimum number of reports for a prediction.
 * `LEAST_CYCLES` is the minimum number of completed collection cycles.
 */
const LEAST_REPORTS = 30
const LEAST_CYCLES = 3
/**
 * Relative standard deviation of report rates between a zone's collection cycles.
 * Random variation of the number of reports is added to it.
 */
const CYCLES_DIFFER = 0.2
/**
 * Limit of the deviation from the expected number of reports, in standard deviations.
 * If a cycle deviates more, earlier cycles do not help to predict it.
 */
const LIKE_NONE = 6
/** Normal quantile for an interval that contains 8 of 10 values. */
const NORMAL_QUANTILE = 1.2816

/**
 * History of when reports arrived in a zone, to predict when the zone reaches its threshold.
 * All times are epoch ms.
 */
export interface ReportArrivals {
  /** Time up to which reports are included. */
  at: number
  /**
   * Last time at which the zone had no open reports.
   * Initially the time at which the zone opened.
   */
  emptiedAt: number
  /** Number of reports in the current collection cycle; `expected` is the expected number. */
  came: number
  expected: number
  /**
   * Number of reports by days since the zone's last collection.
   * `exposure` has the hours that residents were without an open report, by the same days.
   * Reports and hours of older collection cycles count less.
   */
  reports: readonly number[]
  exposure: readonly number[]
  /** Numbers of reports by hour of the day (UTC). */
  hours: readonly number[]
  /** Total number of reports; `cycles` is the total number of collection cycles. */
  count: number
  cycles: number
}

export interface ThresholdPrediction {
  /**
   * Median of the predicted times, in epoch ms.
   * 8 of 10 predicted times are between `from` and `until`.
   */
  at: number
  from: number
  until: number
}

const zeros = (length: number) => Array.from({ length }, () => 0)

export const createReportArrivals = (at: number): ReportArrivals => ({
  at,
  emptiedAt: at,
  came: 0,
  expected: 0,
  count: 0,
  cycles: 0,
  reports: zeros(RATE_DAYS),
  exposure: zeros(RATE_DAYS),
  hours: zeros(HOURS),
})

const ageOf = (since: number, at: number) => Math.max(0, Math.min(RATE_DAYS - 1, Math.floor((at - since) / DAY_MS)))
const hourOf = (at: number) => Math.floor(at / HOUR_MS) % HOURS

/**
 * Extends the period in which reports were observed until `at`.
 * `free` is the number of residents who have no open report and could report.
 */
function advanceTime(known: ReportArrivals, at: number, free: number): ReportArrivals {
  if (at <= known.at) return known
  const exposure = [...known.exposure]
  const usual = usualRate(known)
  let { expected } = known
  for (let from = known.at; from < at; ) {
    const age = ageOf(known.emptiedAt, from)
    const until = age === RATE_DAYS - 1 ? at : Math.min(at, known.emptiedAt + (age + 1) * DAY_MS)
    const hours = (free * (until - from)) / HOUR_MS
    exposure[age] = (exposure[age] ?? 0) + hours
    expected += hours * rateAt(known, age, usual)
    from = until
  }
  return { ...known, at, exposure, expected }
}

/**
 * Returns the arrivals with one more report, which came at the time `at`.
 * `free` is the number of residents who had no open report before.
 */
export function addReportArrival(known: ReportArrivals, at: number, free: number): ReportArrivals {
  const now = advanceTime(known, at, free)
  const [age, hour] = [ageOf(now.emptiedAt, now.at), hourOf(now.at)]
  const oneMore = (amounts: readonly number[], place: number) => amounts.with(place, (amounts[place] ?? 0) + 1)
  return {
    ...now,
    reports: oneMore(now.reports, age),
    hours: oneMore(now.hours, hour),
    came: now.came + 1,
    count: now.count + 1,
  }
}

/** Starts a new cycle after the last open report was collected. */
export const startZoneCycle = (known: ReportArrivals, at: number, free: number): ReportArrivals => {
  const now = advanceTime(known, at, free)
  const fade = (amounts: readonly number[]) => amounts.map((amount) => amount * CYCLE_DECAY)
  const faded = { exposure: fade(now.exposure), reports: fade(now.reports), hours: fade(now.hours) }
  return { ...now, ...faded, emptiedAt: now.at, came: 0, expected: 0, cycles: now.cycles + 1 }
}

/**
 * Predicts the time at which `needed` more reports have arrived in a zone.
 * `free` is the number of residents without an open report.
 * Returns undefined if there is too little data, or the time is probably over two weeks ahead.
 */
export function predictThresholdTime(
  known: ReportArrivals,
  needed: number,
  free: number,
): ThresholdPrediction | undefined {
  if (known.count < LEAST_REPORTS || known.cycles < LEAST_CYCLES || needed < 1 || needed > free) return undefined
  const { came, expected } = known
  const deviation = Math.sqrt(1 + expected + (CYCLES_DIFFER * expected) ** 2)
  if (Math.abs(came - expected) > LIKE_NONE * deviation) return undefined
  const spread = NORMAL_QUANTILE * Math.sqrt(needed * (1 - needed / (free + 1)) + (CYCLES_DIFFER * needed) ** 2)
  const middle = needed - 1 / 3
  // Limits the numbers of expected reports, because a zone's last residents may never report.
  const bounds = [middle - spread, middle, middle + spread].map((amount) => Math.max(0.1, Math.min(amount, free - 0.1)))
  const [from, at, until] = timesOf(known, bounds, free)
  return from === undefined || at === undefined || until === undefined ? undefined : { at, from, until }
}

/**
 * Returns for each number in `amounts` when that many reports are expected to have arrived.
 * A time is undefined if it is too far ahead.
 */
function timesOf(known: ReportArrivals, amounts: readonly number[], free: number): (number | undefined)[] {
  const all = sum(known.hours)
  const shapes = known.hours.map((amount) => (HOURS * (amount + all / (HOURS * HOURS))) / (all * (1 + 1 / HOURS)))
  const usual = usualRate(known)
  const rates = known.reports.map((_, age) => rateAt(known, age, usual))
  const times: (number | undefined)[] = amounts.map(() => undefined)
  let came = 0
  for (let hour = known.at; hour < known.at + FARTHEST_MS && times.includes(undefined); ) {
    const next = (Math.floor(hour / HOUR_MS) + 1) * HOUR_MS
    const rate = (rates[ageOf(known.emptiedAt, hour)] ?? 0) * (shapes[hourOf(hour)] ?? 1)
    const expected = (free - came) * -Math.expm1((-rate * (next - hour)) / HOUR_MS)
    for (const [index, amount] of amounts.entries())
      if (times[index] === undefined && came + expected >= amount)
        times[index] = hour + ((next - hour) * (amount - came)) / expected
    came += expected
    hour = next
  }
  return times
}

function sum(amounts: readonly number[]): number {
  let total = 0
  for (const amount of amounts) total += amount
  return total
}

/** Returns a zone's average report rate: reports per hour and resident without an open report. */
const usualRate = ({ reports, exposure }: ReportArrivals) => sum(reports) / Math.max(1, sum(exposure))

/**
 * Returns a zone's rate of reports `age` days after the zone was last emptied.
 * With few observations, the result is close to the average rate `usual`.
 */
const rateAt = ({ reports, exposure }: ReportArrivals, age: number, usual: number) =>
  ((reports[age] ?? 0) + usual * USUAL_HOURS) / ((exposure[age] ?? 0) + USUAL_HOURS)

// Estimates how long a zone's reports usually wait, from its last days with collections.

/** Upper limits of the classes of waiting times, in hours. */
const WITHIN_HOURS = [6, 12, 24, 48, 72, 96, 120, 144, 168, 240, 336, 504, 720] as const
/**
 * Number of days with collections whose waiting times are stored.
 * An estimate needs at least `LEAST_DAYS` days and `LEAST_COLLECTED_REPORTS` collected reports.
 */
const STORED_DAYS = 10
const LEAST_DAYS = 3
const LEAST_COLLECTED_REPORTS = 10
/** Quantile of past waiting times that is shown as the usual waiting time. */
const USUAL_QUANTILE = 0.8

/** Waiting times of the reports collected on one day. */
interface DailyWaits {
  /** YYYY-MM-DD */
  day: string
  /**
   * Number of reports in each class of waiting times.
   * The last class counts reports that waited longer than all limits.
   */
  counts: readonly number[]
}
export type WaitsByDay = readonly DailyWaits[]

export interface CollectedReport {
  reportedAt: string
  collectedAt: string
}

/**
 * Usual waiting time: 8 of 10 reports waited at most `hours`.
 * `of` is the number of reports considered.
 */
interface UsualWait {
  hours: number
  of: number
}

const NO_REPORTS: readonly number[] = zeros(WITHIN_HOURS.length + 1)
const dayOf = ({ collectedAt }: CollectedReport) => collectedAt.slice(0, 10)

function placeOf({ reportedAt, collectedAt }: CollectedReport): number {
  const hours = (Date.parse(collectedAt) - Date.parse(reportedAt)) / HOUR_MS
  const place = WITHIN_HOURS.findIndex((most) => hours <= most)
  return place < 0 ? WITHIN_HOURS.length : place
}

const withCount = (counts: readonly number[], place: number, by: 1 | -1) =>
  counts.with(place, Math.max(0, (counts[place] ?? 0) + by))

/** Adds the waiting time of a collected report. */
export function addWait(waits: WaitsByDay, waited: CollectedReport): WaitsByDay {
  const day = dayOf(waited)
  const counts = withCount(waits.find((known) => known.day === day)?.counts ?? NO_REPORTS, placeOf(waited), 1)
  return [...waits.filter((known) => known.day !== day), { day, counts }]
    .sort((a, b) => (a.day < b.day ? -1 : 1))
    .slice(-STORED_DAYS)
}

/** Removes the wait of a report whose collection was reverted. */
export function removeWait(waits: WaitsByDay, waited: CollectedReport): WaitsByDay {
  const day = dayOf(waited)
  return waits
    .map((known) => (known.day === day ? { day, counts: withCount(known.counts, placeOf(waited), -1) } : known))
    .filter(({ counts }) => sum(counts) > 0)
}

/**
 * Returns the usual waiting time.
 * Returns undefined with too few reports, or above the highest limit.
 */
export function usualWaitOf(waits: WaitsByDay): UsualWait | undefined {
  const of = sum(waits.map(({ counts }) => sum(counts)))
  if (waits.length < LEAST_DAYS || of < LEAST_COLLECTED_REPORTS) return undefined
  let within = 0
  for (const [place, hours] of WITHIN_HOURS.entries()) {
    within += sum(waits.map(({ counts }) => counts[place] ?? 0))
    if (within >= USUAL_QUANTILE * of) return { hours, of }
  }
  return undefined
}
