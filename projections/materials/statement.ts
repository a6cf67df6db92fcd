/** The statement of a period: materials, what was weighed of them, and what recycling them saves, with its range. */
import type { Delivery, Statement } from '#contract/views.ts'
import { MATERIALS } from '#rules/city.ts'
import { inHundredths } from '#rules/hundredths.ts'
import { COUNTED, type Impact, impactOf } from '#rules/impact.ts'
import { estimateRange, intakeOf, perMaterial } from '#rules/materials.ts'
import { hundredth, thousandth } from '../reading/rounding.ts'
import { inOrder, intakeOnWire } from './days.ts'

interface Needs {
  period: Pick<Statement, 'from' | 'to' | 'site_id'>
  arrived: readonly Delivery[]
  /** Of all sites of late, to learn from what the scales said how far estimates are off. */
  weighed: readonly Delivery[]
  names: ReadonlyMap<string, string>
}

export function statementOf({ period, arrived, weighed, names }: Needs): Statement {
  const measured = intakeOf(arrived.filter(({ estimated }) => !estimated))
  const guessed = intakeOf(arrived.filter(({ estimated }) => estimated))
  const estimate = estimateRange(weighed)
  const kg = perMaterial((material) => measured.materials[material] + guessed.materials[material])
  const known = MATERIALS.some((material) => kg[material] > 0)
  const percent = known ? inHundredths(kg) : perMaterial(() => 0)
  const ranges = (counted: Statement['by_material'][number]['material'][] | typeof COUNTED) =>
    rangesOf(measured.materials, guessed.materials, estimate, counted)
  return {
    ...period,
    ...intakeOnWire(arrived),
    by_material: MATERIALS.filter((material) => kg[material] > 0)
      .map((material) => ({
        material,
        measured_kg: hundredth(measured.materials[material]),
        estimated_kg: hundredth(guessed.materials[material]),
        kg: hundredth(kg[material]),
        percent: percent[material],
      }))
      .sort((a, b) => b.kg - a.kg),
    by_site: grouped(arrived, ({ facilityId }) => facilityId).map(([site_id, loads]) => ({
      site_id,
      name: names.get(site_id) ?? site_id,
      ...intakeOnWire(loads),
    })),
    by_zone: grouped(arrived, ({ zone }) => zone).map(([zone, loads]) => ({ zone, ...intakeOnWire(loads) })),
    estimate: { ...estimate, low: thousandth(estimate.low), high: thousandth(estimate.high) },
    impact: ranges(COUNTED),
    impact_all: ranges(MATERIALS),
    disputed_loads: arrived.filter(({ dispute }) => dispute?.status === 'open').length,
  }
}

const grouped = (arrived: readonly Delivery[], by: (delivery: Delivery) => string) => inOrder(Map.groupBy(arrived, by))

type Kg = ReturnType<typeof perMaterial>

/** What was weighed counts as it is; what was estimated lies between the bounds of the estimate. */
function rangesOf(
  measured: Kg,
  guessed: Kg,
  { low, high }: { low: number; high: number },
  counted: typeof COUNTED,
): Statement['impact'] {
  const at = (factor: number) =>
    impactOf(
      perMaterial((material) => measured[material] + factor * guessed[material]),
      counted,
    )
  const [least, likely, most] = [at(low), at(1), at(high)]
  const ranged = (figure: (impact: Impact) => number, round: (value: number) => number) => ({
    value: round(figure(likely)),
    low: round(figure(least)),
    high: round(figure(most)),
  })
  return {
    co2_avoided: ranged(({ co2Tonnes }) => co2Tonnes, thousandth),
    water_saved: ranged(({ waterLitres }) => waterLitres, Math.round),
    trees_saved: ranged(({ trees }) => trees, hundredth),
    kwh_saved: ranged(({ kWh }) => kWh, hundredth),
  }
}
