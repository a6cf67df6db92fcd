/** A site's deliveries of a period, newest first, in pages. */
import { Button, Skeleton } from '@mantine/core'
import { IconTruckDelivery } from '@tabler/icons-react'
import { useState } from 'react'
import { useRefreshWith } from '#web/lib/feed/use-room.ts'
import { clockTime } from '#web/lib/format/times.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import { Badge, Reference, SimulatedBadge } from '#web/ui/marks.tsx'
import { Panel } from '#web/ui/page.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { useArrivedDeliveriesQuery } from './calls.ts'
import classes from './deliveries.module.css'
import { Contents } from './delivery-row.tsx'

const PAGE = 20
const MOST = 500
const MINUTE_MS = 60_000
const TITLE = 'Deliveries that arrived'

export interface ArrivedListProps {
  siteId: string
  /** Days of the city, both included. */
  from: string
  to: string
}

export function ArrivedList({ siteId, from, to }: ArrivedListProps) {
  const [limit, setLimit] = useState(PAGE)
  // One extra row shows whether there are more.
  const asked = { site_id: siteId, from, to, limit: Math.min(MOST, limit + 1) }
  const { data, error, isFetching, refetch } = useArrivedDeliveriesQuery(asked, { refetchOnMountOrArgChange: true })
  useRefreshWith('deliveries', refetch)
  const now = useNow(MINUTE_MS)
  const rows = data?.deliveries
  return (
    <Panel title={TITLE} busy={!rows}>
      {!rows && error ? (
        <ErrorState message="The deliveries could not be fetched." retry={() => void refetch()} />
      ) : !rows ? (
        <Skeleton height={240} />
      ) : rows.length === 0 ? (
        <EmptyState icon={IconTruckDelivery} title="No deliveries arrived in this period" />
      ) : (
        <ul className={classes.list} aria-label={TITLE}>
          {rows.slice(0, limit).map((delivery) => (
            <li key={delivery.id} className={classes.item} data-delivery={delivery.id}>
              <div className={classes.words}>
                <span className={classes.line}>
                  <span className={classes.number}>{clockTime(delivery.arrivedAt ?? delivery.createdAt, now)}</span>
                  Truck {delivery.truckId} · Zone {delivery.zone}
                  {delivery.dispute?.status === 'open' && <Badge tone="progress">Disputed</Badge>}
                  <SimulatedBadge of={delivery} />
                </span>
                <Contents {...delivery} />
                <span className={classes.small}>
                  <Reference kind="delivery" id={delivery.id} />
                </span>
              </div>
            </li>
          ))}
        </ul>
      )}
      {rows && rows.length > limit && limit < MOST && (
        <div className={classes.more}>
          <Button variant="default" mih={44} loading={isFetching} onClick={() => setLimit(limit + PAGE)}>
            Show {PAGE} more
          </Button>
        </div>
      )}
    </Panel>
  )
}
