/** Computes a period's statement: materials, share of weighed loads, and savings with ranges. */
import type { Delivery, MaterialStatement } from '#contract/views.ts'
import { MATERIALS } from '#domain/city.ts'
import {
  ALL_MATERIALS_IMPACT_SCOPE,
  DEFAULT_IMPACT_SCOPE,
  type ImpactScope,
  type RecyclingImpact,
  recyclingImpactOf,
} from '#domain/impact.ts'
import { estimateErrorRangeOf, mapMaterials } from '#domain/materials.ts'
import { percentagesOf } from '#domain/percent-rounding.ts'
import { roundToHundredth, roundToThousandth } from '../queries/rounding.ts'
import { type IntakeSum, mergeIntakeSums, sortGroupsByName, sumLoadsBy, toIntakeAnswer } from './intake.ts'

interface StatementInput {
  period: Pick<MaterialStatement, 'from' | 'to' | 'site_id'>
  arrived: readonly Delivery[]
  /**
   * Deliveries of all sites that were weighed recently.
   * They show by how much estimated weights are wrong.
   */
  weighed: readonly Delivery[]
  names: ReadonlyMap<string, string>
}

export function materialStatementOf({ period, arrived, weighed, names }: StatementInput): MaterialStatement {
  const kinds = groupLoads(arrived)
  const sumOf = (some: readonly LoadGroup[]) => mergeIntakeSums(some.map(({ sum }) => sum))
  const { intake: measured } = sumOf(kinds.filter(({ estimated }) => !estimated))
  const { intake: estimatedKg } = sumOf(kinds.filter(({ estimated }) => estimated))
  const all = sumOf(kinds)
  const estimate = estimateErrorRangeOf(weighed)
  const kg = mapMaterials((material) => measured.materials[material] + estimatedKg.materials[material])
  const known = MATERIALS.some((material) => kg[material] > 0)
  const percent = known ? percentagesOf(kg) : mapMaterials(() => 0)
  const ranges = (counted: ImpactScope) => rangesOf(measured.materials, estimatedKg.materials, estimate, counted)
  return {
    ...period,
    ...toIntakeAnswer(all),
    by_material: MATERIALS.filter((material) => kg[material] > 0)
      .map((material) => ({
        material,
        measured_kg: roundToHundredth(measured.materials[material]),
        estimated_kg: roundToHundredth(estimatedKg.materials[material]),
        kg: roundToHundredth(kg[material]),
        percent: percent[material],
      }))
      .sort((a, b) => b.kg - a.kg),
    by_site: sortGroupsByName(Map.groupBy(kinds, ({ site }) => site)).map(([site_id, own]) => ({
      site_id,
      name: names.get(site_id) ?? site_id,
      ...toIntakeAnswer(sumOf(own)),
    })),
    by_zone: sortGroupsByName(Map.groupBy(kinds, ({ zone }) => zone)).map(([zone, own]) => ({
      zone,
      ...toIntakeAnswer(sumOf(own)),
    })),
    estimate: { ...estimate, low: roundToThousandth(estimate.low), high: roundToThousandth(estimate.high) },
    impact: ranges(DEFAULT_IMPACT_SCOPE),
    impact_all: ranges(ALL_MATERIALS_IMPACT_SCOPE),
    disputed_loads: all.disputed,
  }
}

interface LoadGroup {
  site: string
  zone: string
  estimated: boolean
  sum: IntakeSum
}

/**
 * Sums arrived loads by site and zone, separately for weighed and estimated weights.
 * All tables use these sums, so each load counts once.
 */
const groupLoads = (arrived: readonly Delivery[]): LoadGroup[] =>
  [...Map.groupBy(arrived, ({ facilityId }) => facilityId)].flatMap(([site, there]) =>
    [...Map.groupBy(there, ({ zone }) => zone)].flatMap(([zone, loads]) =>
      [...sumLoadsBy(loads, ({ estimated }) => estimated)].map(([estimated, sum]) => ({ site, zone, estimated, sum })),
    ),
  )

type Kg = ReturnType<typeof mapMaterials>

/**
 * Returns the ranges of figures that are partly estimated.
 * Weighed loads count with their weight, other loads with the bounds of their estimate.
 */
function rangesOf(
  measured: Kg,
  estimatedKg: Kg,
  { low, high }: { low: number; high: number },
  counted: ImpactScope,
): MaterialStatement['impact'] {
  const at = (factor: number) =>
    recyclingImpactOf(
      mapMaterials((material) => measured[material] + factor * estimatedKg[material]),
      counted,
    )
  const [least, likely, most] = [at(low), at(1), at(high)]
  const ranged = (figure: (impact: RecyclingImpact) => number, round: (value: number) => number) => ({
    value: round(figure(likely)),
    low: round(figure(least)),
    high: round(figure(most)),
  })
  return {
    co2_avoided: ranged(({ co2Tonnes }) => co2Tonnes, roundToThousandth),
    water_saved: ranged(({ waterLitres }) => waterLitres, Math.round),
    trees_saved: ranged(({ trees }) => trees, roundToHundredth),
    kwh_saved: ranged(({ kWh }) => kWh, roundToHundredth),
  }
}
