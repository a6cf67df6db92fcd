/** The truckloads that are on their way to a site or have just got there, live. */
import { Skeleton } from '@mantine/core'
import { IconTruckDelivery } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { byUrgency } from '#web/components/delivery-status.tsx'
import { NewRows } from '#web/components/new-rows.tsx'
import { Panel, PanelRows } from '#web/components/panel.tsx'
import { EmptyState, ErrorState } from '#web/components/states.tsx'
import { siteName } from '#web/features/collections/site-name.ts'
import { useRoom } from '#web/feed/use-room.ts'
import { useHeldRows } from '#web/hooks/held-rows.ts'
import { DeliveryItem } from './delivery-item.tsx'

/** Decisions, section 3: lists show the newest 20. */
const SHOWN = 20

export interface DeliveriesPanelProps {
  className?: string | undefined
  /** What can be done about the sites, beside the title. */
  aside?: ReactNode
}

export function DeliveriesPanel({ className, aside }: DeliveriesPanelProps) {
  const room = useRoom('deliveries')
  return (
    <Panel title="Deliveries" className={className} aside={aside} scrolls>
      <List {...room} />
    </Panel>
  )
}

function List({ rows, status, error, arrivals, retry }: ReturnType<typeof useRoom<'deliveries'>>) {
  const { rows: sites } = useRoom('sites')
  const { shown, gone, ...news } = useHeldRows(byUrgency(rows).slice(0, SHOWN))
  if (status === 'loading') return <Skeleton height={96} />
  if (status === 'error') return <ErrorState message={error ?? 'Failed to fetch deliveries'} retry={retry} />
  if (shown.length === 0) {
    return (
      <EmptyState icon={IconTruckDelivery} title="No deliveries under way">
        A truckload appears here when its reports are marked collected.
      </EmptyState>
    )
  }
  return (
    <PanelRows>
      <NewRows {...news} of="deliveries" />
      {shown.map((delivery) => (
        <DeliveryItem
          key={delivery.id}
          delivery={delivery}
          site={siteName(sites, delivery.facilityId)}
          gone={gone(delivery.id)}
          arrivedAt={arrivals[delivery.id]}
        />
      ))}
    </PanelRows>
  )
}
