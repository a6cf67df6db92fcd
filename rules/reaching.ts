/** When a zone will have so many reports: by how its bins have filled since it was emptied, and at which hours people report. */

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
/** At each cycle's end what was learned before it counts so much of what it did. */
const FADING = 0.85
/** A cycle's days, each with a rate of its own; what is older is as its last day. */
const AGES = 14
const HOURS = 24
/** Nothing is said of what lies further ahead. */
const FARTHEST_MS = AGES * DAY_MS
/** So many reports, of so many cycles, must have come before anything is said. */
const LEAST_REPORTS = 30
const LEAST_CYCLES = 3
/** Cycles differ by about so much of their rate, beside the chance of who reports when. */
const CYCLES_DIFFER = 0.2
/** A cycle that is so many deviations from what was to be expected of it is like none before: nothing is said. */
const LIKE_NONE = 6
/** 8 of 10 lie between. */
const Z = 1.2816

/** What is known of a zone's reports. All times in epoch ms. */
export interface Arrivals {
  /** Up to when. */
  at: number
  /** When its bins were emptied last, or it was opened. */
  emptiedAt: number
  /** In this cycle, and how many of it were to be expected. */
  came: number
  expected: number
  /** By days since then: reports, and hours in which residents without an open report might have reported; the older, the less. */
  reports: readonly number[]
  exposure: readonly number[]
  /** Reports by the hour of the day (UTC). */
  hours: readonly number[]
  /** All reports that ever came, and how often the zone was emptied. */
  count: number
  cycles: number
}

export interface Reaching {
  /** Epoch ms: as likely sooner as later; 8 of 10 times it is between the other two. */
  at: number
  from: number
  until: number
}

const none = (length: number) => Array.from({ length }, () => 0)

export const noArrivals = (at: number): Arrivals => ({
  ...{ at, emptiedAt: at, came: 0, expected: 0, count: 0, cycles: 0 },
  ...{ reports: none(AGES), exposure: none(AGES), hours: none(HOURS) },
})

const ageOf = (since: number, at: number) => Math.max(0, Math.min(AGES - 1, Math.floor((at - since) / DAY_MS)))
const hourOf = (at: number) => Math.floor(at / HOUR_MS) % HOURS

/** As time has passed up to `at`, with so many residents who had no open report. */
function passed(known: Arrivals, at: number, free: number): Arrivals {
  if (at <= known.at) return known
  const exposure = [...known.exposure]
  const usual = usualRate(known)
  let { expected } = known
  for (let from = known.at; from < at; ) {
    const age = ageOf(known.emptiedAt, from)
    const until = age === AGES - 1 ? at : Math.min(at, known.emptiedAt + (age + 1) * DAY_MS)
    const hours = (free * (until - from)) / HOUR_MS
    exposure[age] = (exposure[age] ?? 0) + hours
    expected += hours * rateAt(known, age, usual)
    from = until
  }
  return { ...known, at, exposure, expected }
}

/** `free`: residents without an open report, before this one. */
export function afterReport(known: Arrivals, at: number, free: number): Arrivals {
  const now = passed(known, at, free)
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

/** Its last open report was collected. */
export const afterEmptying = (known: Arrivals, at: number, free: number): Arrivals => {
  const now = passed(known, at, free)
  const fade = (amounts: readonly number[]) => amounts.map((amount) => amount * FADING)
  const faded = { exposure: fade(now.exposure), reports: fade(now.reports), hours: fade(now.hours) }
  return { ...now, ...faded, emptiedAt: now.at, came: 0, expected: 0, cycles: now.cycles + 1 }
}

/**
 * When `needed` further reports will have come, of `free` residents without an open one. Undefined where too little is known, or
 * nothing is likely within two weeks.
 */
export function reaching(known: Arrivals, needed: number, free: number): Reaching | undefined {
  if (known.count < LEAST_REPORTS || known.cycles < LEAST_CYCLES || needed < 1 || needed > free) return undefined
  const { came, expected } = known
  const deviation = Math.sqrt(1 + expected + (CYCLES_DIFFER * expected) ** 2)
  if (Math.abs(came - expected) > LIKE_NONE * deviation) return undefined
  const spread = Z * Math.sqrt(needed * (1 - needed / (free + 1)) + (CYCLES_DIFFER * needed) ** 2)
  const middle = needed - 1 / 3
  // The last of a zone's residents may well never report.
  const bounds = [middle - spread, middle, middle + spread].map((amount) => Math.max(0.1, Math.min(amount, free - 0.1)))
  const [from, at, until] = timesOf(known, bounds, free)
  return from === undefined || at === undefined || until === undefined ? undefined : { at, from, until }
}

/** When so many reports are expected to have come by; undefined of what lies too far ahead. */
function timesOf(known: Arrivals, amounts: readonly number[], free: number): (number | undefined)[] {
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

/** Reports an hour of each resident who has none open, whatever the day of the cycle. */
const usualRate = ({ reports, exposure }: Arrivals) => sum(reports) / Math.max(1, sum(exposure))

/** The same on a day of the cycle; of one that hardly ever was, the usual. */
const rateAt = ({ reports, exposure }: Arrivals, age: number, usual: number) =>
  ((reports[age] ?? 0) + usual * DAY_HOURS) / ((exposure[age] ?? 0) + DAY_HOURS)
const DAY_HOURS = 24
