/**
 * Sites on a recycler's dashboard: two as cards, the others as a list.
 * The browser loads this module after the day's figures.
 */
import type { Delivery, Site } from '#contract/views.ts'
import { intakeOfSite, type TodaysIntake } from '#web/features/materials/materials.tsx'
import { MoreSites, SiteCard } from '#web/features/sites/site-card.tsx'
import { selectSites } from '#web/features/sites/sites.ts'
import { useSession } from '#web/lib/api/session.ts'
import classes from './recycler.module.css'

export interface DashboardSitesProps {
  sites: readonly Site[]
  deliveries: readonly Delivery[]
  today: TodaysIntake
  live: boolean
}

export function DashboardSites({ sites, deliveries, today, live }: DashboardSitesProps) {
  const { user } = useSession()
  const { cards, rest } = selectSites(sites, user?.facility)
  const dayOf = (siteId: string) => ({ ...intakeOfSite(today, siteId), incoming: incomingTo(siteId, deliveries) })
  return (
    <>
      <div className={classes.sites}>
        {cards.map(({ site, title }) => (
          <SiteCard
            key={site.id}
            site={site}
            title={title}
            own={site.id === user?.facility}
            day={dayOf(site.id)}
            live={live}
          />
        ))}
      </div>
      {rest.length > 0 && <MoreSites sites={rest} dayOf={dayOf} />}
    </>
  )
}

const incomingTo = (siteId: string, deliveries: readonly Delivery[]) =>
  deliveries.filter(({ facilityId, status }) => facilityId === siteId && ['pending', 'in-transit'].includes(status))
    .length
