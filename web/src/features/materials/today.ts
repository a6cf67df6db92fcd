/** Today's arrivals at the sites, by the city's calendar: weight, materials and savings. */
import type { Delivery } from '#contract/views.ts'
import { dayIn } from '#domain/city-time.ts'
import { type Impact, impactOf } from '#domain/impact.ts'
import { type Intake, intakeOf } from '#domain/materials.ts'
import { BASE_KG, REPORT_KG } from '#domain/planning.ts'
import { counted, wholeKg, withUnit } from '#web/lib/format/numbers.ts'

export interface Today {
  loads: readonly Delivery[]
  intake: Intake
  impact: Impact
}

/** `deliveries` are those of the last days; `now` is epoch ms. */
export function todayOf(deliveries: readonly Delivery[], timeZone: string, now: number): Today {
  const day = dayIn(timeZone, new Date(now).toISOString())
  const loads = deliveries.filter(({ arrivedAt }) => arrivedAt && dayIn(timeZone, arrivedAt) === day)
  const intake = intakeOf(loads)
  return { loads, intake, impact: impactOf(intake.materials) }
}

/** Returns the intake of one site. */
export const kgAt = ({ loads }: Today, siteId: string) =>
  intakeOf(loads.filter(({ facilityId }) => facilityId === siteId))

/** Rule of estimates, as part of a sentence. */
export const ESTIMATE_RULE = `${withUnit(BASE_KG, 'kg')} a load and ${withUnit(REPORT_KG, 'kg')} a report`

/**
 * Returns the number of loads and the sources of their weight.
 * Example: 'of it 2,400 kg estimated: 450 kg a load and 75 kg a report'.
 */
export function intakeSourceText({ loads, intake }: Pick<Today, 'loads' | 'intake'>): string {
  if (loads.length === 0) return 'No load has arrived today yet.'
  const unweighed = loads.filter(({ weight }) => weight === undefined).length
  const parts = [`${counted(loads.length, 'load')} arrived`]
  if (intake.estimatedKg > 0) parts.push(`of it ${wholeKg(intake.estimatedKg)} estimated: ${ESTIMATE_RULE}`)
  if (unweighed > 0) parts.push(`${counted(unweighed, 'load')} of unknown weight not counted`)
  if (parts.length === 1) parts.push('all measured')
  return `${parts.join('; ')}.`
}

/** Formats as '1,200 kg not analysed yet, not counted'; undefined if all is known. */
export const notAnalysedText = ({ unknownKg }: Pick<Intake, 'unknownKg'>) =>
  unknownKg > 0 ? `${wholeKg(unknownKg)} not analysed yet, not counted` : undefined
