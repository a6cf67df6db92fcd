/** Dialog that deletes or archives a vehicle, and the list of archived ones. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Skeleton, Stack, Text } from '@mantine/core'
import { IconArchive } from '@tabler/icons-react'
import { useState } from 'react'
import type { Vehicle } from '#contract/views.ts'
import { type Failure, failureText } from '#web/lib/api/api.ts'
import { useLiveRefresh } from '#web/lib/feed/use-room.ts'
import { vehicleTypeName } from '#web/lib/format/labels.ts'
import { Dialog, DialogFooter } from '#web/ui/dialog.tsx'
import { RelativeTime } from '#web/ui/marks.tsx'
import type { DialogState } from '#web/ui/page.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { useCommand } from '#web/ui/use-command.tsx'
import { useArchivedVehiclesQuery, useArchiveVehicleMutation, useDeleteVehicleMutation } from './calls.ts'
import classes from './fleet-grid.module.css'
import { vehicleErrorText } from './vehicles.ts'

/** Shows the error of a vehicle command. `fallback` is the text if the reason is unknown. */
export function VehicleErrorAlert({ failure, fallback }: { failure: Failure | null; fallback: string }) {
  if (!failure) return null
  return (
    <Alert color="statusCritical" variant="light" role="alert" title={fallback}>
      {vehicleErrorText(failure, fallback)}
    </Alert>
  )
}

interface DeleteVehicleDialogProps extends DialogState {
  vehicle: Vehicle | null
}

/** Dialog 'Confirm Vehicle Deletion'. Offers to archive a vehicle that has a history. */
export function DeleteVehicleDialog({ vehicle, opened, close }: DeleteVehicleDialogProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title={t`Confirm Vehicle Deletion`} opened={opened} close={close} busy={busy}>
      {vehicle && <Question vehicle={vehicle} close={close} setBusy={setBusy} />}
    </Dialog>
  )
}

interface QuestionProps {
  vehicle: Vehicle
  close(): void
  setBusy(busy: boolean): void
}

function Question({ vehicle, close, setBusy }: QuestionProps) {
  const { id } = vehicle
  const removal = useCommand('vehicles')
  const archiving = useCommand('vehicles')
  const [deleteVehicle] = useDeleteVehicleMutation()
  const [archiveVehicle] = useArchiveVehicleMutation()
  const hasHistory = removal.failure?.status === 409

  async function run(command: () => Promise<unknown>, done: string, failed: string) {
    setBusy(true)
    try {
      if (!(await command())) return
      toast('success', done, id)
      close()
    } catch (error) {
      toast('error', failed, vehicleErrorText(error, failed))
    } finally {
      setBusy(false)
    }
  }
  const remove = () =>
    run(
      () => removal.send({ remove: id }, (key) => deleteVehicle({ id, key }).unwrap()),
      t`Vehicle deleted successfully`,
      t`Failed to delete vehicle`,
    )
  const archive = () =>
    run(
      () => archiving.send({ archive: id }, (key) => archiveVehicle({ id, key }).unwrap()),
      t`Vehicle archived`,
      t`Failed to archive vehicle`,
    )
  const pending = removal.pending || archiving.pending

  return (
    <Stack gap="md">
      <div>
        <Text fw={560}>{`${id}, ${vehicle.make} ${vehicle.model}`}</Text>
        <Text c="dimmed" size="xs">
          {vehicle.registration_number}
        </Text>
      </div>
      <Text>
        {hasHistory
          ? t`An archived vehicle is no longer used. Its trips and collections stay in the figures.`
          : t`The vehicle is removed from the fleet for every dispatcher. This can’t be undone. A vehicle that has already driven can only be archived.`}
      </Text>
      <VehicleErrorAlert failure={removal.failure} fallback={t`Failed to delete vehicle`} />
      <VehicleErrorAlert failure={archiving.failure} fallback={t`Failed to archive vehicle`} />
      {hasHistory ? (
        <DialogFooter act={t`Archive vehicle`} onAct={archive} close={close} pending={pending} />
      ) : (
        <DialogFooter act={t`Delete`} onAct={remove} close={close} pending={pending} final />
      )}
    </Stack>
  )
}

/** Read-only list of archived vehicles. */
export function ArchivedVehicles() {
  const { data, error, refetch } = useArchivedVehiclesQuery(undefined, { refetchOnMountOrArgChange: true })
  useLiveRefresh(refetch)
  if (!data && error) return <ErrorState message={failureText(error, t`Failed to load vehicles`)} retry={refetch} />
  if (!data) return <Skeleton height={112} />
  if (data.length === 0) {
    return (
      <EmptyState icon={IconArchive} title={t`No archived vehicles.`}>
        <Trans>A vehicle that has driven can’t be deleted. It can be archived, and then appears here.</Trans>
      </EmptyState>
    )
  }
  return (
    <>
      <p className={classes.note}>
        <Trans>Archived vehicles are no longer used. Their trips and collections stay in the figures.</Trans>
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
      <p className={classes.detail}>{[`${make} ${model}`, vehicleTypeName(type), registration].join(' · ')}</p>
      <p className={classes.when}>
        <span>{by ? t`Archived by ${by}` : t`Archived`}</span> {at && <RelativeTime iso={at} />}
      </p>
    </li>
  )
}
