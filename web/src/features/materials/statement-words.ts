/** Formats a statement's figures: tonnes, ranges and their basis. */
import type { Statement } from '#contract/views.ts'
import { counted, inNumbers, withUnit } from '#web/lib/format/numbers.ts'
import { ESTIMATE_RULE } from './today.ts'

const hundredths = inNumbers({ minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Formats kg as tonnes to the hundredth without unit: '2.40'. */
export const inTonnes = (kg: number) => hundredths(kg / 1_000)

/** Formats kg as '2.40 t'. */
export const tonnes = (kg: number) => withUnit(inTonnes(kg), 't')

/** Formats estimates with three significant digits: '1.24', '16,600'. */
export const rough = inNumbers({ maximumSignificantDigits: 3 })

/** Formats as 'between 0.9 and 1.5 t'; undefined without a range. */
export function rangeOf({ low, high }: { low: number; high: number }, unit: string): string | undefined {
  return low === high ? undefined : `between ${rough(low)} and ${withUnit(rough(high), unit)}`
}

/** Returns the basis of the ranges as text. */
export function basisOf({ estimate, estimated_kg }: Pick<Statement, 'estimate' | 'estimated_kg'>): string {
  if (estimated_kg === 0) return 'All weights were measured: the figures have no range.'
  const { from, weighed_loads: weighed, low, high } = estimate
  const within = `${percent(low)} and ${percent(high)} of its estimate`
  if (from === 'weighings') {
    return `The ranges come from weighings: of ${counted(weighed, 'load')} that were estimated and then weighed in the 180 days up to the period’s end, eight of ten lay between ${within}.`
  }
  const few = weighed === 0 ? 'no load was' : weighed === 1 ? 'only 1 load was' : `only ${weighed} loads were`
  return `The ranges come from a rule: a load that nobody weighed (${ESTIMATE_RULE}) is taken to lie between ${within}, since ${few} estimated and then weighed in the 180 days up to the period’s end.`
}

/** Contains no line break. */
const percent = (part: number) => withUnit(Math.round(part * 100), '%')

/** Returns a sentence about disputed loads. */
export const disputedWords = (loads: number) =>
  loads === 0
    ? 'No load of the period is disputed.'
    : `The composition of ${counted(loads, 'load')} is disputed and not settled; until then it counts as it was told.`
