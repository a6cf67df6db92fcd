/** Lists of deliveries on recyclers' screens: those on the way, those of a site, and arrived ones. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Skeleton } from '@mantine/core'
import { IconTruckDelivery } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Delivery, Site } from '#contract/views.ts'
import { lookUp } from '#domain/dictionary.ts'
import { useSession } from '#web/lib/api/session.ts'
import { useRefetchOnRoomChange, useRoom } from '#web/lib/feed/use-room.ts'
import { formatNumber } from '#web/lib/format/numbers.ts'
import { formatRecentTime } from '#web/lib/format/times.ts'
import { useFrozenRows } from '#web/lib/hooks/frozen-rows.ts'
import { useDisabledInReplay, useNow } from '#web/lib/hooks/replay-context.ts'
import { Badge, ReferenceCode, SimulatedBadge, sortDeliveriesByUrgency } from '#web/ui/marks.tsx'
import { Panel } from '#web/ui/page.tsx'
import { NewRowsButton } from '#web/ui/rows.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import classes from './deliveries.module.css'
import { explainNoAccess, isIncoming, numberDeliveries, useArrivedDeliveriesQuery } from './deliveries.ts'
import { DeliveryDialogs, DeliveryMeasurements, DeliveryRow, type OpenDeliveryDialog } from './delivery-row.tsx'

/**
 * Maximum number of trucks in the list.
 * Lists of one site show all trucks.
 */
const INCOMING_SHOWN = 5

/**
 * Live list of trucks on the way, by arrival time.
 * Recyclers of the destination can act on them.
 */
export function IncomingTrucks({ sites }: { sites: readonly Site[] }) {
  const { rows } = useRoom('deliveries')
  const incoming = rows
    .filter(isIncoming)
    .sort((a, b) => a.estimatedArrival.localeCompare(b.estimatedArrival) || a.id.localeCompare(b.id))
  return (
    <Panel
      title={t`Incoming trucks`}
      aside={<span className="ws-figures">{t`${{ count: formatNumber(incoming.length) }} on the way`}</span>}
    >
      <List incoming={incoming} rows={rows} sites={sites} />
    </Panel>
  )
}

interface ListProps {
  incoming: readonly Delivery[]
  rows: readonly Delivery[]
  sites: readonly Site[]
}

/**
 * List of trucks in a panel.
 * While the user interacts with the panel, its rows do not move.
 */
function List({ incoming, rows, sites }: ListProps) {
  const { arrivals } = useRoom('deliveries')
  const { user } = useSession()
  const [dialog, setDialog] = useState<OpenDeliveryDialog | null>(null)
  const { shown, gone, ...news } = useFrozenRows(incoming)
  const siteOf = (id: string) => sites.find((site) => site.id === id)
  const numberOf = ({ id, facilityId }: Delivery) =>
    numberDeliveries(rows.filter((other) => other.facilityId === facilityId)).get(id)
  return (
    <>
      <NewRowsButton {...news} of="trucks" />
      {shown.length === 0 && (
        <p className={classes.hint}>
          <Trans>
            No truck is on its way. Trucks appear here with their load when a dispatcher sends them to a site.
          </Trans>
        </p>
      )}
      <ul className={classes.list} aria-label={t`Trucks on their way`}>
        {shown.slice(0, INCOMING_SHOWN).map((delivery) => (
          <DeliveryRow
            key={delivery.id}
            delivery={delivery}
            number={numberOf(delivery)}
            site={siteOf(delivery.facilityId)?.name ?? delivery.facilityId}
            facility={user?.facility}
            gone={gone(delivery.id)}
            arrivedAt={lookUp(arrivals, delivery.id)}
            open={(kind) => setDialog({ kind, delivery })}
          />
        ))}
      </ul>
      {shown.length > INCOMING_SHOWN && (
        <p className={classes.hint}>
          <span>{t`Shown: the next ${{ shown: formatNumber(INCOMING_SHOWN) }} of ${{ all: formatNumber(shown.length) }}.`}</span>{' '}
          <Link to="/recycler/insights">
            <Trans>See all by site.</Trans>
          </Link>
        </p>
      )}
      <DeliveryDialogs dialog={dialog} rows={rows} close={() => setDialog(null)} />
    </>
  )
}

const LISTED_AT_FIRST = 10

interface DeliveryListProps {
  site: { id: string; name: string }
}

/** A site's deliveries, for a panel that freezes rows during interaction. */
export function DeliveryList({ site }: DeliveryListProps) {
  const { rows, status, error, arrivals, retry } = useRoom('deliveries')
  const { user } = useSession()
  const { disabled: isReplayed } = useDisabledInReplay()
  const [all, setAll] = useState(false)
  const [dialog, setDialog] = useState<OpenDeliveryDialog | null>(null)
  const own = rows.filter(({ facilityId }) => facilityId === site.id)
  const { shown, gone, ...news } = useFrozenRows(sortDeliveriesByUrgency(own), site.id)
  if (status === 'loading') return <Skeleton height={160} />
  if (status === 'error') return <ErrorState message={error ?? t`Failed to fetch deliveries`} retry={retry} />
  const numbers = numberDeliveries(own)
  // A replay has no actions, so it shows no hint why this account cannot act.
  const hint = isReplayed ? undefined : explainNoAccess(user?.facility, site)
  return (
    <>
      <NewRowsButton {...news} of="deliveries" />
      {own.length === 0 && <NoDeliveries />}
      {own.length > 0 && !own.some(isIncoming) && (
        <p className={classes.hint}>
          <Trans>No load is on its way. These arrived in the last 7 days.</Trans>
        </p>
      )}
      {hint && own.length > 0 && <p className={classes.hint}>{hint}</p>}
      <ul className={classes.list} aria-label={t`Deliveries to ${{ site: site.name }}`}>
        {shown.slice(0, all ? undefined : LISTED_AT_FIRST).map((delivery) => (
          <DeliveryRow
            key={delivery.id}
            delivery={delivery}
            number={numbers.get(delivery.id)}
            facility={user?.facility}
            gone={gone(delivery.id)}
            arrivedAt={lookUp(arrivals, delivery.id)}
            open={(kind) => setDialog({ kind, delivery })}
          />
        ))}
      </ul>
      {!all && shown.length > LISTED_AT_FIRST && (
        <div className={classes.more}>
          <Button variant="default" onClick={() => setAll(true)}>
            {t`Show all ${{ count: formatNumber(shown.length) }} of the last 7 days`}
          </Button>
        </div>
      )}
      <DeliveryDialogs dialog={dialog} rows={rows} close={() => setDialog(null)} />
    </>
  )
}

const NoDeliveries = () => (
  <EmptyState icon={IconTruckDelivery} title={t`No Deliveries Scheduled`}>
    <Trans>No deliveries currently scheduled for this site</Trans>
  </EmptyState>
)

const PAGE = 20
const MOST = 500
const MINUTE_MS = 60_000

interface ArrivedListProps {
  siteId: string
  /**
   * First day in the city's time zone.
   * `from` and `to` are included.
   */
  from: string
  to: string
}

/** Deliveries to a site in a period, newest first, in pages. */
export function ArrivedDeliveryList({ siteId, from, to }: ArrivedListProps) {
  const title = t`Arrived deliveries`
  const [limit, setLimit] = useState(PAGE)
  // Requests an extra row, to find out whether another page exists.
  const asked = { site_id: siteId, from, to, limit: Math.min(MOST, limit + 1) }
  const { data, error, isFetching, refetch } = useArrivedDeliveriesQuery(asked, { refetchOnMountOrArgChange: true })
  useRefetchOnRoomChange('deliveries', refetch)
  const now = useNow(MINUTE_MS)
  const rows = data?.deliveries
  return (
    <Panel title={title} busy={!rows}>
      {!rows && error ? (
        <ErrorState message={t`Failed to fetch deliveries`} retry={() => void refetch()} />
      ) : !rows ? (
        <Skeleton height={240} />
      ) : rows.length === 0 ? (
        <EmptyState icon={IconTruckDelivery} title={t`No deliveries arrived in this period`} />
      ) : (
        <ul className={classes.list} aria-label={title}>
          {rows.slice(0, limit).map((delivery) => (
            <li key={delivery.id} className={classes.item} data-delivery={delivery.id}>
              <div className={classes.words}>
                <span className={classes.line}>
                  <span className={classes.number}>
                    {formatRecentTime(delivery.arrivedAt ?? delivery.createdAt, now)}
                  </span>
                  <span>{t`Truck ${{ truckId: delivery.truckId }} · Zone ${{ zone: delivery.zone }}`}</span>
                  {delivery.dispute?.status === 'open' && (
                    <Badge tone="progress">
                      <Trans>Disputed</Trans>
                    </Badge>
                  )}
                  <SimulatedBadge of={delivery} />
                </span>
                <DeliveryMeasurements {...delivery} />
                <span className={classes.small}>
                  <ReferenceCode kind="delivery" id={delivery.id} />
                </span>
              </div>
            </li>
          ))}
        </ul>
      )}
      {rows && rows.length > limit && limit < MOST && (
        <div className={classes.more}>
          <Button variant="default" loading={isFetching} onClick={() => setLimit(limit + PAGE)}>
            {t`Show ${{ count: formatNumber(PAGE) }} more`}
          </Button>
        </div>
      )}
    </Panel>
  )
}
