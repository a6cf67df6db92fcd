/** Dialogs to refuel, delete or archive vehicles, and the list of archived vehicles. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconArchive } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { Vehicle } from '#contract/views.ts'
import { failureTextOf, type RequestFailure } from '#web/lib/api/api.ts'
import { useLiveRefresh, useRoom } from '#web/lib/feed/use-room.ts'
import { vehicleTypeNameOf } from '#web/lib/format/labels.ts'
import { formatUpToTenths, withUnit } from '#web/lib/format/numbers.ts'
import { getCitySettings } from '#web/lib/format/times.ts'
import { validateBySchema } from '#web/lib/hooks/forms.ts'
import { ChangeErrorAlert, Dialog, DialogFooter } from '#web/ui/dialog.tsx'
import { NumberField } from '#web/ui/fields.tsx'
import { RelativeTime } from '#web/ui/marks.tsx'
import type { DialogState } from '#web/ui/page.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { useCommand } from '#web/ui/use-command.tsx'
import classes from './fleet-grid.module.css'
import {
  freeLitresOf,
  previewRefuel,
  type RefuelDraft,
  toRefuelBody,
  useArchivedVehiclesQuery,
  useArchiveVehicleMutation,
  useDeleteVehicleMutation,
  useRefuelMutation,
  vehicleErrorTextOf,
} from './vehicles.ts'

interface DeleteVehicleDialogProps extends DialogState {
  vehicle: Vehicle | null
}

/**
 * Dialog 'Confirm Vehicle Deletion'.
 * Offers archiving for a vehicle with history.
 */
export function DeleteVehicleDialog({ vehicle, opened, close }: DeleteVehicleDialogProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title={t`Confirm Vehicle Deletion`} opened={opened} close={close} busy={busy}>
      {vehicle && <DeleteVehicleForm vehicle={vehicle} close={close} setBusy={setBusy} />}
    </Dialog>
  )
}

interface DeleteVehicleFormProps {
  vehicle: Vehicle
  close(): void
  setBusy(busy: boolean): void
}

function DeleteVehicleForm({ vehicle, close, setBusy }: DeleteVehicleFormProps) {
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
      showToast('success', done, id)
      close()
    } catch (error) {
      showToast('error', failed, vehicleErrorTextOf(error, failed))
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

/**
 * Shows why a command about a vehicle failed.
 * Shows `fallback` if the reason is unknown.
 */
export function VehicleErrorAlert({ failure, fallback }: { failure: RequestFailure | null; fallback: string }) {
  if (!failure) return null
  return (
    <Alert color="statusCritical" variant="light" role="alert" title={fallback}>
      {vehicleErrorTextOf(failure, fallback)}
    </Alert>
  )
}

/** Read-only list of archived vehicles. */
export function ArchivedVehicles() {
  const { data, error, refetch } = useArchivedVehiclesQuery(undefined, { refetchOnMountOrArgChange: true })
  useLiveRefresh(refetch)
  if (!data && error) return <ErrorState message={failureTextOf(error, t`Failed to load vehicles`)} retry={refetch} />
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
      <p className={classes.detail}>{[`${make} ${model}`, vehicleTypeNameOf(type), registration].join(' · ')}</p>
      <p className={classes.when}>
        <span>{by ? t`Archived by ${by}` : t`Archived`}</span> {at && <RelativeTime iso={at} />}
      </p>
    </li>
  )
}

const refuelRules = validateBySchema(async () => (await import('#contract/commands.ts')).RefuelBody)

interface RefuelDialogProps extends DialogState {
  vehicle: Vehicle | null
}

export function RefuelDialog({ vehicle, opened, close }: RefuelDialogProps) {
  const [busy, setBusy] = useState(false)
  // The diesel price applies to every truck, as in trips and plans.
  const price = useRoom('configuration').rows[0]?.fuel_prices.diesel
  return (
    <Dialog title={vehicle ? t`Refuel ${{ id: vehicle.id }}` : t`Refuel`} opened={opened} close={close} busy={busy}>
      {vehicle &&
        (freeLitresOf(vehicle) > 0 ? (
          <RefuelForm vehicle={vehicle} price={price} close={close} setBusy={setBusy} />
        ) : (
          <FullTank vehicle={vehicle} close={close} />
        ))}
    </Dialog>
  )
}

function FullTank({ vehicle, close }: { vehicle: Vehicle; close(): void }) {
  return (
    <Stack gap="md">
      <Text size="sm" className="ws-figures">
        {t`The tank is full: ${{ level: formatUpToTenths(vehicle.current_fuel_level) }} of ${{ tank: withUnit(formatUpToTenths(vehicle.tank_capacity_liters), 'L') }}.`}
      </Text>
      <Button variant="default" size="md" mih={48} onClick={close} data-autofocus>
        <Trans>Close</Trans>
      </Button>
    </Stack>
  )
}

interface RefuelFormProps {
  vehicle: Vehicle
  /** Configured fuel price per litre; undefined until it has loaded. */
  price: number | undefined
  close(): void
  setBusy(busy: boolean): void
}

function RefuelForm({ vehicle, price, close, setBusy }: RefuelFormProps) {
  const { pending, failure, send } = useCommand('vehicles')
  const [refuel] = useRefuelMutation()
  const room = freeLitresOf(vehicle)
  const form = useForm<RefuelDraft>({
    initialValues: { liters_added: '', cost_per_liter: '' },
    validate: (values) => refuelRules(toRefuelBody(vehicle.id, values)),
    validateInputOnBlur: true,
  })
  const { isTouched, setFieldValue } = form
  useEffect(() => {
    if (price !== undefined && !isTouched('cost_per_liter')) setFieldValue('cost_per_liter', String(price))
  }, [price, isTouched, setFieldValue])
  const outlook = previewRefuel(vehicle, form.getValues())

  const submit = form.onSubmit(async (values) => {
    const body = toRefuelBody(vehicle.id, values)
    setBusy(true)
    try {
      const done = await send(body, (key) => refuel({ body, key }).unwrap())
      if (!done) return
      showToast(
        'success',
        t`Refuelling recorded`,
        t`${{ truck: vehicle.id }}: ${{ fuel: withUnit(Math.round(done.fuel_percentage), '%') }} fuel left`,
      )
      close()
    } catch (error) {
      form.setErrors((error as RequestFailure).errors ?? {})
    } finally {
      setBusy(false)
    }
  })

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm" className="ws-figures">
          {t`In the tank: ${{ level: formatUpToTenths(vehicle.current_fuel_level) }} of ${{ tank: withUnit(formatUpToTenths(vehicle.tank_capacity_liters), 'L') }}. Free: ${{ room: withUnit(formatUpToTenths(room), 'L') }}.`}
        </Text>
        <NumberField
          label={t`Liters added`}
          size="md"
          min={0}
          max={500}
          step={0.1}
          data-autofocus
          {...form.getInputProps('liters_added')}
        />
        <Button variant="default" size="sm" onClick={() => fillUp(form, room)}>
          {t`Fill up (${{ litres: withUnit(formatUpToTenths(room), 'L') }})`}
        </Button>
        <NumberField
          label={t`Price per liter (${{ currency: getCitySettings().currency.symbol }})`}
          size="md"
          min={0}
          step={0.01}
          {...form.getInputProps('cost_per_liter')}
        />
        <Text c="dimmed" size="xs" role="status" className="ws-figures">
          {outlook}
        </Text>
        <ChangeErrorAlert failure={failure} text={t`Failed to record the refuelling`} />
        <DialogFooter act={t`Refuel`} close={close} pending={pending} />
      </Stack>
    </form>
  )
}

const fillUp = (form: { setFieldValue(field: 'liters_added', value: string): void }, room: number) =>
  form.setFieldValue('liters_added', String(room))
