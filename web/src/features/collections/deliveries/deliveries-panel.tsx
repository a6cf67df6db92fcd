/** Live list of truckloads on the way to a site or just arrived. */
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
import { byTruck } from './delivery-words.ts'
import { PastDeliveries } from './past-deliveries.tsx'
import { TruckLoads } from './truck-loads.tsx'

/** Decisions, section 3: lists show the newest 20. */
const SHOWN = 20

export interface DeliveriesPanelProps {
  className?: string | undefined
  /** Action on the sites, beside the title. */
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
  const newest = byUrgency(rows).slice(0, SHOWN)
  const under = useHeldRows(byTruck(newest))
  const past = useHeldRows(newest.filter((delivery) => delivery.status === 'completed'))
  if (status === 'loading') return <Skeleton height={96} />
  if (status === 'error') return <ErrorState message={error ?? 'Failed to fetch deliveries'} retry={retry} />
  if (under.shown.length + past.shown.length === 0) {
    return (
      <EmptyState icon={IconTruckDelivery} title="No deliveries under way">
        A truckload appears here when its reports are marked collected.
      </EmptyState>
    )
  }
  const show = () => {
    under.show()
    past.show()
  }
  return (
    <PanelRows>
      <NewRows waiting={under.waiting + past.waiting} show={show} of="deliveries" />
      {under.shown.map((loads) => (
        <TruckLoads
          key={loads.id}
          loads={loads}
          site={siteName(sites, loads.siteId)}
          gone={under.gone(loads.id)}
          arrivals={arrivals}
        />
      ))}
      {past.shown.length > 0 && (
        <li>
          <PastDeliveries deliveries={past.shown} sites={sites} gone={past.gone} />
        </li>
      )}
    </PanelRows>
  )
}
