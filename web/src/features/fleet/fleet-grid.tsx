/** The live fleet as cards, with actions to add, change, refuel, archive. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Skeleton } from '@mantine/core'
import { IconArchive, IconPlus, IconTruck } from '@tabler/icons-react'
import { memo, Suspense, useContext, useEffect, useMemo, useState } from 'react'
import type { Driver, Vehicle } from '#contract/views.ts'
import type { VehicleStatus } from '#domain/city.ts'
import { lookUp } from '#domain/dictionary.ts'
import { useRoom, useRowHighlight } from '#web/lib/feed/use-room.ts'
import { vehicleTypeNameOf } from '#web/lib/format/labels.ts'
import { accessibleActionNameOf } from '#web/lib/format/names.ts'
import { formatNumber, withUnit } from '#web/lib/format/numbers.ts'
import { useFrozenRows } from '#web/lib/hooks/frozen-rows.ts'
import { ClockContext, useCommandsDisabled } from '#web/lib/hooks/replay-context.ts'
import { personNameOf } from '#web/lib/language/person-name.ts'
import { lazyWithRetry } from '#web/ui/lazy.ts'
import { Badge, type BadgeTone, FuelMeter, fuelPercentOf, SimulatedBadge } from '#web/ui/marks.tsx'
import { createPreloadHandlers, LazyDialog, Panel, PanelContent } from '#web/ui/page.tsx'
import { NewRowsButton } from '#web/ui/rows.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import classes from './fleet-grid.module.css'
import { sortByAvailability, useDriversQuery } from './vehicles.ts'

/** The open dialog and its vehicle, also set during the closing animation. */
interface OpenFleetDialog {
  what: 'save' | 'refuel' | 'driver' | 'delete' | null
  vehicle: Vehicle | null
}

const save = async () => (await import('./vehicle-dialog.tsx')).VehicleDialog
const refuel = async () => (await import('./vehicle-actions.tsx')).RefuelDialog
const drive = async () => (await import('./driver-dialog.tsx')).DriverDialog
const remove = async () => (await import('./vehicle-actions.tsx')).DeleteVehicleDialog

const preloadSaveDialog = createPreloadHandlers(save)
const preloadRefuelDialog = createPreloadHandlers(refuel)
const preloadDriverDialog = createPreloadHandlers(drive)

function FleetDialogs({ doing, turnTo }: { doing: OpenFleetDialog; turnTo(doing: OpenFleetDialog): void }) {
  const { what, vehicle } = doing
  const close = () => turnTo({ what: null, vehicle })
  return (
    <>
      <LazyDialog
        load={save}
        props={{
          vehicle,
          opened: what === 'save',
          close,
          remove: (doomed) => turnTo({ what: 'delete', vehicle: doomed }),
        }}
      />
      <LazyDialog load={refuel} props={{ vehicle, opened: what === 'refuel', close }} />
      <LazyDialog load={drive} props={{ vehicle, opened: what === 'driver', close }} />
      <LazyDialog load={remove} props={{ vehicle, opened: what === 'delete', close }} />
    </>
  )
}

function vehicleBadge(status: VehicleStatus) {
  const badges: Record<VehicleStatus, { label: string; tone: BadgeTone }> = {
    available: { label: t`Available`, tone: 'done' },
    scheduled: { label: t`Scheduled`, tone: 'new' },
    'in-transit': { label: t`In Transit to Site`, tone: 'progress' },
    'on-route': { label: t`On Route`, tone: 'progress' },
    maintenance: { label: t`Maintenance`, tone: 'plain' },
  }
  return badges[status]
}

const whole = (amount: number) => formatNumber(Math.round(amount))

interface VehicleCardProps {
  vehicle: Vehicle
  /**
   * True for an archived vehicle.
   * Its card stays visible until the user's interaction ends.
   */
  gone: boolean
  /** True for the vehicle that should be refuelled first. */
  isNext: boolean
  /** Name of the account that drives the vehicle now. */
  driver: string | undefined
  arrivedAt: number | undefined
  turnTo(doing: OpenFleetDialog): void
}

const VehicleCard = memo(function VehicleCard(props: VehicleCardProps) {
  const { vehicle, gone, isNext, driver = props.vehicle.driver_name, arrivedAt, turnTo } = props
  const marked = useRowHighlight(arrivedAt)
  const { make, model, type } = vehicle
  const fuel = withUnit(fuelPercentOf(vehicle), '%')
  const { label, tone } = vehicleBadge(vehicle.status)
  return (
    <li
      className={classes.card}
      data-marked={marked || undefined}
      data-gone={gone || undefined}
      data-vehicle={vehicle.id}
    >
      <div className={classes.head}>
        <h3 className={classes.name}>{vehicle.id}</h3>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className={classes.detail}>
        <span>
          {[`${make} ${model}`, vehicleTypeNameOf(type), ...(driver ? [personNameOf(driver)] : [])].join(' · ')}
        </span>{' '}
        <SimulatedBadge of={vehicle} />
      </p>
      <FuelMeter vehicle={vehicle} />
      <p className={classes.figures}>
        <span>{vehicle.needs_refuel ? t`${fuel} fuel · refuel now` : t`${fuel} fuel`}</span>
        <span
          className={classes.range}
        >{t`${{ range: withUnit(whole(vehicle.estimated_range_km), 'km') }} range`}</span>
      </p>
      <div className={classes.actions}>
        <CardAction
          of={vehicle.id}
          gone={gone}
          name={t`Refuel`}
          isGold={isNext}
          press={() => turnTo({ what: 'refuel', vehicle })}
          {...preloadRefuelDialog}
        />
        <CardAction
          of={vehicle.id}
          gone={gone}
          name={t`Edit`}
          press={() => turnTo({ what: 'save', vehicle })}
          {...preloadSaveDialog}
        />
        <CardAction
          of={vehicle.id}
          gone={gone}
          name={t`Driver`}
          press={() => turnTo({ what: 'driver', vehicle })}
          {...preloadDriverDialog}
        />
      </div>
    </li>
  )
})

interface CardActionProps extends ReturnType<typeof createPreloadHandlers> {
  name: string
  /** Id of the vehicle; part of the button's accessible name. */
  of: string
  gone: boolean
  /** True for the recommended action, whose button is gold. */
  isGold?: boolean
  press(): void
}

function CardAction({ name, of, gone, isGold, press, ...preload }: CardActionProps) {
  const off = useCommandsDisabled()
  return (
    <Button
      {...(isGold ? { variant: 'filled' } : { variant: 'subtle', color: 'gray' })}
      size="sm"
      mih="var(--row-control, 44px)"
      px="xs"
      aria-label={accessibleActionNameOf(name, of)}
      aria-disabled={gone}
      data-disabled={gone || undefined}
      onClick={() => !gone && press()}
      {...preload}
      {...off}
    >
      {name}
    </Button>
  )
}

const ArchivedVehicles = lazyWithRetry(async () => (await import('./vehicle-actions.tsx')).ArchivedVehicles)

const isThirsty = ({ needs_refuel }: Vehicle) => needs_refuel

const SKELETONS = ['a', 'b', 'c']

export function FleetGrid({ className }: { className?: string | undefined }) {
  const room = useRoom('vehicles')
  const [archived, setArchived] = useState(false)
  const archiveText = archived ? t`Hide Archived` : t`Show Archived`
  const off = useCommandsDisabled()
  const [doing, setDoing] = useState<OpenFleetDialog>({ what: null, vehicle: null })
  return (
    <Panel
      title={archived ? t`Archived vehicles` : t`Fleet Management`}
      className={className}
      scrolls
      aside={
        <div className={classes.aside}>
          {room.status === 'error' && (
            <Badge tone="critical">
              <Trans>No Fleet Data</Trans>
            </Badge>
          )}
          <Button
            variant="subtle"
            size="sm"
            mih="var(--row-control, 44px)"
            aria-pressed={archived}
            aria-label={accessibleActionNameOf(archiveText, t`Vehicles`)}
            onClick={() => setArchived(!archived)}
          >
            <IconArchive size={16} aria-hidden="true" className={classes.sign} />
            <span className={classes.word}>{archiveText}</span>
          </Button>
          <Button
            variant="default"
            size="sm"
            mih="var(--row-control, 44px)"
            className={classes.add}
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            onClick={() => setDoing({ what: 'save', vehicle: null })}
            {...preloadSaveDialog}
            {...off}
          >
            <Trans>Add Vehicle</Trans>
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

/**
 * Returns the drivers with their account names.
 * Returns none while a replay is shown.
 */
function useDrivers(rows: readonly Vehicle[]) {
  const isPast = useContext(ClockContext) !== null
  const { data = NO_DRIVERS, refetch, isUninitialized } = useDriversQuery(undefined, { skip: isPast })
  const unknown = rows.find(({ driver_id }) => driver_id && !data.some(({ id }) => id === driver_id))?.driver_id
  // Reloads the drivers if a row names one who was added meanwhile.
  useEffect(() => {
    if (unknown && !isUninitialized) void refetch()
  }, [unknown, isUninitialized, refetch])
  return data
}

const NO_DRIVERS: readonly Driver[] = []

type CardsProps = ReturnType<typeof useRoom<'vehicles'>> & { turnTo(doing: OpenFleetDialog): void }

function Cards({ rows, status, error, arrivals, retry, turnTo }: CardsProps) {
  const drivers = useDrivers(rows)
  const { shown, gone, ...news } = useFrozenRows(useMemo(() => sortByAvailability(rows), [rows]))
  if (status === 'error') return <ErrorState message={error ?? t`Failed to load vehicles`} retry={retry} />
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
      <EmptyState icon={IconTruck} title={t`No vehicles registered yet`}>
        <Trans>Each vehicle appears here with its state, fuel and range.</Trans>
      </EmptyState>
    )
  }
  const nameOf = (id: string | undefined) => drivers.find((driver) => driver.id === id)?.name
  const next = shown.filter(isThirsty).toSorted((a, b) => a.fuel_percentage - b.fuel_percentage)[0]
  return (
    <ul className={classes.grid}>
      <NewRowsButton {...news} of="vehicles" />
      {shown.map((vehicle) => (
        <VehicleCard
          key={vehicle.id}
          vehicle={vehicle}
          gone={gone(vehicle.id)}
          isNext={vehicle.id === next?.id}
          driver={nameOf(vehicle.driver_id)}
          arrivedAt={lookUp(arrivals, vehicle.id)}
          turnTo={turnTo}
        />
      ))}
    </ul>
  )
}
