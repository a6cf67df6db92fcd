/** Sites without a card, one row each. */

import { Link } from 'react-router'
import type { Site } from '#contract/views.ts'
import { isKnownComposition } from '#domain/materials.ts'
import { figure, withUnit } from '#web/lib/format/numbers.ts'
import { materialData, shareTexts } from '#web/ui/charts/chart-data.ts'
import { SimulatedBadge } from '#web/ui/marks.tsx'
import { Panel } from '#web/ui/page.tsx'
import classes from './site-card.module.css'
import type { SiteDay } from './site-card.tsx'
import { loadText } from './site-words.ts'

export interface MoreSitesProps {
  sites: readonly Site[]
  dayOf(siteId: string): SiteDay
}

export function MoreSites({ sites, dayOf }: MoreSitesProps) {
  return (
    <Panel title="Other sites">
      <ul className={classes.rows}>
        {sites.map((site) => (
          <li key={site.id} className={classes.row}>
            <Link to={`/recycler/sites/${site.id}`} className={classes.rowName}>
              {site.name}
            </Link>
            <SimulatedBadge of={site} />
            <span className={classes.rowFacts}>
              {withUnit(figure(Math.round(dayOf(site.id).kg)), 'kg')} processed today · {dayOf(site.id).incoming}{' '}
              incoming · holds {loadText(site)}
            </span>
            <span className={classes.rowFacts}>{materialsOf(site)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Formats as 'Plastic 40 %, Paper 25 %'. */
function materialsOf({ composition }: Site): string {
  if (!isKnownComposition(composition)) return 'Not analysed yet'
  const data = materialData(composition)
  const shares = shareTexts(data.map(({ value }) => value))
  return data.flatMap(({ label, value }, index) => (value > 0 ? [`${label} ${shares[index]}`] : [])).join(', ')
}
