/** What arrived at the sites today, by the city's calendar: its kg, what is known of them, and what recycling them saves. */
import type { Delivery } from '#contract/views.ts'
import { dayIn } from '#rules/city-time.ts'
import { type Impact, impactOf } from '#rules/impact.ts'
import { type Intake, intakeOf } from '#rules/materials.ts'
import { BASE_KG, REPORT_KG } from '#rules/planning.ts'
import { counted, withUnit } from '#web/format/numbers.ts'
import { wholeKg } from '#web/format/weights.ts'

export interface Today {
  loads: readonly Delivery[]
  intake: Intake
  impact: Impact
}

/** `deliveries`: those of the last days. `now`: epoch ms. */
export function todayOf(deliveries: readonly Delivery[], timeZone: string, now: number): Today {
  const day = dayIn(timeZone, new Date(now).toISOString())
  const loads = deliveries.filter(({ arrivedAt }) => arrivedAt && dayIn(timeZone, arrivedAt) === day)
  const intake = intakeOf(loads)
  return { loads, intake, impact: impactOf(intake.materials) }
}

/** Of one site. */
export const kgAt = ({ loads }: Today, siteId: string) =>
  intakeOf(loads.filter(({ facilityId }) => facilityId === siteId))

/** How estimates are made, in a sentence's part. */
export const ESTIMATE_RULE = `${withUnit(BASE_KG, 'kg')} a load and ${withUnit(REPORT_KG, 'kg')} a report`

/** How many loads there were and how their weight is known: 'of it 2,400 kg estimated: 450 kg a load and 75 kg a report'. */
export function howKnown({ loads, intake }: Pick<Today, 'loads' | 'intake'>): string {
  if (loads.length === 0) return 'No load has arrived today yet.'
  const unweighed = loads.filter(({ weight }) => weight === undefined).length
  const parts = [`${counted(loads.length, 'load')} arrived`]
  if (intake.estimatedKg > 0) parts.push(`of it ${wholeKg(intake.estimatedKg)} estimated: ${ESTIMATE_RULE}`)
  if (unweighed > 0) parts.push(`${counted(unweighed, 'load')} of unknown weight not counted`)
  if (parts.length === 1) parts.push('all measured')
  return `${parts.join('; ')}.`
}

/** '1,200 kg not analysed yet, not counted'; nothing where all is known. */
export const notCounted = ({ unknownKg }: Pick<Intake, 'unknownKg'>) =>
  unknownKg > 0 ? `${wholeKg(unknownKg)} not analysed yet, not counted` : undefined
