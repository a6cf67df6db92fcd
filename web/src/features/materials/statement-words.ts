/** How a statement's figures are written: tonnes, ranges, and what the ranges rest on. */
import type { Statement } from '#contract/views.ts'
import { counted, inNumbers, withUnit } from '#web/format/numbers.ts'
import { ESTIMATE_RULE } from './today.ts'

const hundredths = inNumbers({ minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** In tonnes, to the hundredth: '2.40', for columns that name the unit. */
export const inTonnes = (kg: number) => hundredths(kg / 1_000)

/** '2.40 t' */
export const tonnes = (kg: number) => withUnit(inTonnes(kg), 't')

/** Three digits say enough of what rests on averages: '1.24', '16,600'. */
export const rough = inNumbers({ maximumSignificantDigits: 3 })

/** 'between 0.9 and 1.5 t'; nothing where a figure has no range. */
export function rangeOf({ low, high }: { low: number; high: number }, unit: string): string | undefined {
  return low === high ? undefined : `between ${rough(low)} and ${withUnit(rough(high), unit)}`
}

/** Where the ranges come from. */
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

/** Not broken at a line's end. */
const percent = (part: number) => withUnit(Math.round(part * 100), '%')

/** What is said of loads whose composition is disputed. */
export const disputedWords = (loads: number) =>
  loads === 0
    ? 'No load of the period is disputed.'
    : `The composition of ${counted(loads, 'load')} is disputed and not settled; until then it counts as it was told.`
