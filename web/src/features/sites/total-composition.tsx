/** What all sites hold, by material: a pie, its legend, and how much that is. */
import { IconChartPie } from '@tabler/icons-react'
import type { Site } from '#contract/views.ts'
import { compositionOf, isKnown, perMaterial } from '#rules/materials.ts'
import { materialData } from '#web/charts/material-data.ts'
import { ShareLegend } from '#web/charts/share-legend.tsx'
import { Panel } from '#web/components/panel.tsx'
import { EmptyState } from '#web/components/states.tsx'
import { LazyPie } from './lazy-charts.tsx'
import classes from './site-card.module.css'

const TITLE = 'Total Waste Composition'
const HEIGHT = 300
const KG_PER_TONNE = 1_000
const WEIGHT = { one: 'kg', many: 'kg', of: 'Weight' }

export function TotalComposition({ sites }: { sites: readonly Site[] }) {
  const composition = compositionOf(sites)
  const total = heldKg(sites)
  if (!composition) {
    return (
      <Panel title={TITLE}>
        <EmptyState icon={IconChartPie} title="No data">
          What the sites hold is shown here by material as soon as one of them has been analysed.
        </EmptyState>
      </Panel>
    )
  }
  const data = materialData(perMaterial((material) => Math.round((total * composition[material]) / 100)))
  return (
    <Panel title={TITLE}>
      <div className={classes.pie}>
        <LazyPie
          title={TITLE}
          data={data}
          unit={WEIGHT}
          category="Material"
          height={HEIGHT}
          source="Source: each site’s latest composition, weighted by the tonnes that it holds."
        />
        <div>
          <ShareLegend label={`${TITLE}, by material`} data={data} unit={WEIGHT} />
          <p className={classes.total}>{Math.round(total).toLocaleString('en')} kg total waste processed</p>
        </div>
      </div>
    </Panel>
  )
}

/** Of the sites whose composition is known. */
const heldKg = (sites: readonly Site[]) =>
  sites.reduce((sum, { currentCapacity, composition }) => sum + (isKnown(composition) ? currentCapacity : 0), 0) *
  KG_PER_TONNE
