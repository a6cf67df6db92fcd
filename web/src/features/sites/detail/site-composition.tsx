/** Composition of a site: a card per material with share and approximate tonnes. */
import { IconHelpCircle } from '@tabler/icons-react'
import type { Site } from '#contract/views.ts'
import { isKnownComposition } from '#domain/materials.ts'
import { SimulatedBadge } from '#web/ui/marks.tsx'
import { MaterialRows } from '#web/ui/materials/materials.tsx'
import { Panel } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import classes from './detail.module.css'

export function SiteComposition({ site }: { site: Site }) {
  return (
    <Panel title="Waste Composition" aside={<SimulatedBadge of={site} />}>
      {isKnownComposition(site.composition) ? (
        <>
          <MaterialRows label="Materials" composition={site.composition} tonnes={site.currentCapacity} cards />
          <p className={classes.source}>
            Source: the last time that the site’s waste was analysed or typed in; tons are its shares of the current
            load.
          </p>
        </>
      ) : (
        <EmptyState icon={IconHelpCircle} title="Composition unknown">
          It appears here when the site’s waste is analysed.
        </EmptyState>
      )}
    </Panel>
  )
}
