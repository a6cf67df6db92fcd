/** Page of a site: composition, incoming deliveries, and history. */
import { t } from '@lingui/core/macro'
import { Skeleton } from '@mantine/core'
import { useParams, useSearchParams } from 'react-router'
import type { Site } from '#contract/views.ts'
import { ArrivedDeliveryList, DeliveryList } from '#web/features/deliveries/delivery-lists.tsx'
import { SiteComposition, SiteFacts, SiteHeader, SiteHistory, SiteNotFound } from '#web/features/sites/site-detail.tsx'
import { historyPeriodOf, sitesFailure } from '#web/features/sites/sites.ts'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { useTitle } from '#web/lib/hooks/page.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import { FreshnessBadge } from '#web/ui/marks.tsx'
import page from '#web/ui/page.module.css'
import { Panel } from '#web/ui/page.tsx'
import { ErrorState } from '#web/ui/states.tsx'

const HOUR_MS = 3_600_000

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
  if (status === 'error') return <ErrorState message={sitesFailure(error)} retry={retry} />
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
