/** Archived vehicles, read-only. */
import { Skeleton } from '@mantine/core'
import { IconArchive } from '@tabler/icons-react'
import type { Vehicle } from '#contract/views.ts'
import { VEHICLE_TYPE_LABELS } from '#domain/city.ts'
import { failureText } from '#web/lib/api/api.ts'
import { useLiveRefresh } from '#web/lib/feed/use-room.ts'
import { RelativeTime } from '#web/ui/marks.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { useArchivedVehiclesQuery } from './calls.ts'
import classes from './fleet-grid.module.css'

export function ArchivedVehicles() {
  const { data, error, refetch } = useArchivedVehiclesQuery(undefined, { refetchOnMountOrArgChange: true })
  useLiveRefresh(refetch)
  if (!data && error) return <ErrorState message={failureText(error, 'Failed to load vehicles')} retry={refetch} />
  if (!data) return <Skeleton height={112} />
  if (data.length === 0) {
    return (
      <EmptyState icon={IconArchive} title="No archived vehicles.">
        A vehicle that has driven can’t be deleted. It is archived instead, and then listed here.
      </EmptyState>
    )
  }
  return (
    <>
      <p className={classes.note}>
        They take part in nothing any more; their trips and collections stay in the figures.
      </p>
      <ul className={classes.grid}>
        {data.map((vehicle) => (
          <ArchivedVehicle key={vehicle.id} vehicle={vehicle} />
        ))}
      </ul>
    </>
  )
}

function ArchivedVehicle({ vehicle }: { vehicle: Vehicle }) {
  const { id, make, model, type, registration_number: registration, archived_at: at, archived_by: by } = vehicle
  return (
    <li className={`${classes.card} ${classes.archived}`} data-vehicle={id}>
      <h3 className={classes.name}>{id}</h3>
      <p className={classes.detail}>
        {make} {model} · {VEHICLE_TYPE_LABELS[type]} · {registration}
      </p>
      <p className={classes.when}>
        Archived {at && <RelativeTime iso={at} />}
        {by && ` by ${by}`}
      </p>
    </li>
  )
}
