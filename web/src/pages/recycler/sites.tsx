/** Recyclers' site pages: Advanced Insights on all sites, and one page per site. */

import { t } from '@lingui/core/macro'
import { ActionIcon, Skeleton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { Site } from '#contract/views.ts'
import { localDayOf } from '#domain/city-time.ts'
import { isIncoming } from '#web/features/deliveries/deliveries.ts'
import { ArrivedDeliveryList, DeliveryList } from '#web/features/deliveries/delivery-lists.tsx'
import { ALL_SITES, useInsightsFilter } from '#web/features/sites/insights/insights.ts'
import {
  CompositionOfDay,
  CompositionTrendPanel,
  InsightsFilters,
  SiteCards,
  SiteCardsSkeleton,
} from '#web/features/sites/insights/insights-panels.tsx'
import { SiteComposition, SiteFacts, SiteHeader, SiteHistory, SiteNotFound } from '#web/features/sites/site-detail.tsx'
import { describeSitesFailure, historyPeriodOf } from '#web/features/sites/sites.ts'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { getCitySettings } from '#web/lib/format/times.ts'
import { useTitle } from '#web/lib/hooks/page.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import { FreshnessBadge } from '#web/ui/marks.tsx'
import page from '#web/ui/page.module.css'
import { PageHead, Panel } from '#web/ui/page.tsx'
import { ErrorState } from '#web/ui/states.tsx'

const HOUR_MS = 3_600_000

/** The page Advanced Insights: site compositions, incoming deliveries, trends. */
export function RecyclerInsights() {
  const chosen = useInsightsFilter()
  const { rows: sites } = useRoom('sites')
  useTitle(t`Insights`)
  const { siteId, date } = chosen
  const nameOf = (id: string) => sites.find((site) => site.id === id)?.name ?? id
  const where = siteId === ALL_SITES ? t`All Sites` : nameOf(siteId)
  const today = localDayOf(getCitySettings().timeZone, new Date(useNow(HOUR_MS)).toISOString())
  return (
    <div className={page.page}>
      <PageHead title={t`Advanced Insights`} lead={t`AI-powered waste analytics and trend analysis`}>
        <FreshnessBadge />
      </PageHead>
      <InsightsFilters chosen={chosen} sites={sites} today={today} />
      <Sites />
      {date && <CompositionOfDay siteId={siteId} where={where} date={date} nameOf={nameOf} />}
      <CompositionTrendPanel siteId={siteId} where={where} nameOf={nameOf} />
    </div>
  )
}

function Sites() {
  const { rows: sites, status, error, retry } = useRoom('sites')
  const { rows: deliveries, status: known } = useRoom('deliveries')
  const [open, setOpen] = useState<string | null>(null)
  if (status === 'loading') return <SiteCardsSkeleton />
  if (status === 'error') return <ErrorState message={describeSitesFailure(error)} retry={retry} />
  const site = sites.find(({ id }) => id === open)
  const isKnown = known !== 'loading' && known !== 'error'
  return (
    <>
      <SiteCards
        sites={sites}
        incoming={(id) =>
          isKnown ? deliveries.filter((each) => each.facilityId === id && isIncoming(each)).length : undefined
        }
        open={open}
        toggle={(id) => setOpen(id === open ? null : id)}
      />
      {site && (
        <Panel title={t`Incoming Deliveries to ${{ site: site.name }}`} aside={<Close act={() => setOpen(null)} />}>
          <DeliveryList key={site.id} site={site} />
        </Panel>
      )}
    </>
  )
}

function Close({ act }: { act(): void }) {
  return (
    <ActionIcon variant="subtle" color="gray" size={44} my={-8} aria-label={t`Close this panel`} onClick={act}>
      <IconX size={20} aria-hidden="true" />
    </ActionIcon>
  )
}

/** Page of a site: composition, incoming deliveries, and history. */
export function RecyclerSite() {
  const { siteId } = useParams()
  const { rows, status, error, retry } = useRoom('sites')
  const site = rows.find(({ id }) => id === siteId)
  useTitle(site?.name ?? t`Site`)
  if (status === 'loading') {
    return (
      <div className={page.page} aria-busy="true">
        <Skeleton height={56} />
        <Skeleton height={200} />
        <Skeleton height={200} />
      </div>
    )
  }
  if (status === 'error') return <ErrorState message={describeSitesFailure(error)} retry={retry} />
  return site ? <Detail key={site.id} site={site} /> : <SiteNotFound />
}

function Detail({ site }: { site: Site }) {
  const [params, setParams] = useSearchParams()
  const span = historyPeriodOf(params.get('days'), useNow(HOUR_MS))
  return (
    <div className={page.page}>
      <SiteHeader site={site}>
        <FreshnessBadge />
      </SiteHeader>
      <SiteFacts site={site} />
      <Panel title={t`Incoming Deliveries to ${{ site: site.name }}`}>
        <DeliveryList site={site} />
      </Panel>
      <SiteComposition site={site} />
      <SiteHistory siteId={site.id} span={span} choose={(days) => setParams({ days }, { replace: true })}>
        <ArrivedDeliveryList key={span.days} siteId={site.id} from={span.from} to={span.to} />
      </SiteHistory>
    </div>
  )
}
