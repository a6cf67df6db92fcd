/** Total composition of all sites: pie with legend, and today's arrivals. */
import { IconChartPie } from '@tabler/icons-react'
import type { Site } from '#contract/views.ts'
import { compositionOf, isKnownComposition } from '#domain/materials.ts'
import { kg, tonnes } from '#web/lib/format/numbers.ts'
import { materialWeights } from '#web/ui/charts/chart-data.ts'
import { ShareLegend, SharePie } from '#web/ui/charts/share-charts.tsx'
import { Panel } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import classes from './sites.module.css'

const TITLE = 'Total Waste Composition'
const HEIGHT = 300
const WEIGHT = { one: 't', many: 't', of: 'Weight' }

interface TotalCompositionProps {
  sites: readonly Site[]
  /** Arrivals of all sites today, in kg. */
  processedKg: number
}

export function TotalComposition({ sites, processedKg }: TotalCompositionProps) {
  const composition = compositionOf(sites)
  const held = heldTonnes(sites)
  if (!composition) {
    return (
      <Panel title={TITLE}>
        <EmptyState icon={IconChartPie} title="No data">
          What the sites hold is shown here by material as soon as one of them has been analysed.
        </EmptyState>
      </Panel>
    )
  }
  const data = materialWeights(composition, held)
  return (
    <Panel title={TITLE}>
      <div className={classes.pie}>
        <SharePie
          title={TITLE}
          data={data}
          unit={WEIGHT}
          category="Material"
          height={HEIGHT}
          source={`Source: each site’s latest composition, weighted by the ${tonnes(held)} that they hold.`}
        />
        <div>
          <ShareLegend label={`${TITLE}, by material`} data={data} />
          <p className={classes.total}>{kg(processedKg)} total waste processed</p>
        </div>
      </div>
    </Panel>
  )
}

/** Returns the tonnes of sites with a known composition. */
const heldTonnes = (sites: readonly Site[]) =>
  sites.reduce(
    (sum, { currentCapacity, composition }) => sum + (isKnownComposition(composition) ? currentCapacity : 0),
    0,
  )
