/** The live fleet as cards, with actions to add, change, refuel and archive. */

import { Button, Skeleton } from '@mantine/core'
import { IconArchive, IconPlus, IconTruck } from '@tabler/icons-react'
import { Suspense, useMemo, useState } from 'react'
import type { Vehicle } from '#contract/views.ts'
import { lookUp } from '#rules/dictionary.ts'
import { Badge } from '#web/components/badge.tsx'
import { NewRows } from '#web/components/new-rows.tsx'
import { Panel, PanelContent } from '#web/components/panel.tsx'
import { part } from '#web/components/part.ts'
import { EmptyState, ErrorState } from '#web/components/states.tsx'
import { useRoom } from '#web/feed/use-room.ts'
import { useHeldRows } from '#web/hooks/held-rows.ts'
import { useOff } from '#web/hooks/past.ts'
import { byFreedom } from './by-freedom.ts'
import { aheadOfSaving, type Doing, FleetDialogs } from './fleet-dialogs.tsx'
import classes from './fleet-grid.module.css'
import { VehicleCard } from './vehicle-card.tsx'

/** Loads on first use. */
const ArchivedVehicles = part(async () => (await import('./archived-vehicles.tsx')).ArchivedVehicles)

const isThirsty = ({ needs_refuel }: Vehicle) => needs_refuel

const SKELETONS = ['a', 'b', 'c']

export function FleetGrid({ className }: { className?: string | undefined }) {
  const room = useRoom('vehicles')
  const [archived, setArchived] = useState(false)
  const off = useOff()
  const [doing, setDoing] = useState<Doing>({ what: null, vehicle: null })
  return (
    <Panel
      title={archived ? 'Archived vehicles' : 'Fleet Management'}
      className={className}
      scrolls
      aside={
        <div className={classes.aside}>
          {room.status === 'error' && <Badge tone="critical">No Fleet Data</Badge>}
          <Button
            variant="subtle"
            size="sm"
            h="var(--row-control, 44px)"
            aria-pressed={archived}
            aria-label={archived ? 'Hide Archived vehicles' : 'Show Archived vehicles'}
            onClick={() => setArchived(!archived)}
          >
            <IconArchive size={16} aria-hidden="true" className={classes.sign} />
            <span className={classes.word}>{archived ? 'Hide Archived' : 'Show Archived'}</span>
          </Button>
          <Button
            variant="default"
            size="sm"
            h="var(--row-control, 44px)"
            className={classes.add}
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            onClick={() => setDoing({ what: 'save', vehicle: null })}
            {...aheadOfSaving}
            {...off}
          >
            Add Vehicle
          </Button>
        </div>
      }
    >
      <PanelContent>
        <Suspense fallback={<Skeleton height={112} />}>
          {archived ? <ArchivedVehicles /> : <Cards {...room} turnTo={setDoing} />}
        </Suspense>
      </PanelContent>
      <FleetDialogs doing={doing} turnTo={setDoing} />
    </Panel>
  )
}

type CardsProps = ReturnType<typeof useRoom<'vehicles'>> & { turnTo(doing: Doing): void }

function Cards({ rows, status, error, arrivals, retry, turnTo }: CardsProps) {
  const { shown, gone, ...news } = useHeldRows(useMemo(() => byFreedom(rows), [rows]))
  if (status === 'error') return <ErrorState message={error ?? 'Failed to load vehicles'} retry={retry} />
  if (status === 'loading') {
    return (
      <div className={classes.grid}>
        {SKELETONS.map((key) => (
          <Skeleton key={key} height={164} />
        ))}
      </div>
    )
  }
  if (shown.length === 0) {
    return (
      <EmptyState icon={IconTruck} title="No vehicles registered yet">
        Each vehicle appears here with its state, fuel and range.
      </EmptyState>
    )
  }
  const next = shown.filter(isThirsty).toSorted((a, b) => a.fuel_percentage - b.fuel_percentage)[0]
  return (
    <ul className={classes.grid}>
      <NewRows {...news} of="vehicles" />
      {shown.map((vehicle) => (
        <VehicleCard
          key={vehicle.id}
          vehicle={vehicle}
          gone={gone(vehicle.id)}
          isNext={vehicle.id === next?.id}
          arrivedAt={lookUp(arrivals, vehicle.id)}
          turnTo={turnTo}
        />
      ))}
    </ul>
  )
}
