/** Dialog of a truck's driver: assign, release, sign out a lost phone. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, NativeSelect, Skeleton, Stack, Text } from '@mantine/core'
import { IconQrcode } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Driver, Vehicle } from '#contract/views.ts'
import { commandFailureReasonOf, failureTextOf } from '#web/lib/api/api.ts'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { ChangeErrorAlert, Dialog, DialogFooter } from '#web/ui/dialog.tsx'
import type { DialogState } from '#web/ui/page.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { CommandButton, showUndoableChange, useCommand } from '#web/ui/use-command.tsx'
import classes from './fleet-grid.module.css'
import {
  useAssignDriverMutation,
  useDriversQuery,
  useReleaseDriverMutation,
  useSignOutDriverMutation,
} from './vehicles.ts'

export interface DriverDialogProps extends DialogState {
  vehicle: Vehicle | null
}

export function DriverDialog({ vehicle, opened, close }: DriverDialogProps) {
  return (
    <Dialog title={vehicle ? t`Driver of ${{ id: vehicle.id }}` : t`Driver`} opened={opened} close={close}>
      {vehicle && (
        <Stack gap="md">
          <Content id={vehicle.id} close={close} />
          <Button
            component={Link}
            to={`/dispatcher/truck-codes?truck=${encodeURIComponent(vehicle.id)}`}
            variant="subtle"
            mih={48}
            leftSection={<IconQrcode size={18} aria-hidden="true" />}
          >
            <Trans>Print the QR code</Trans>
          </Button>
        </Stack>
      )}
    </Dialog>
  )
}

/** Shows the truck's present driver, or a choice of drivers. */
function Content({ id, close }: { id: string; close(): void }) {
  const { rows } = useRoom('vehicles')
  const drivers = useDriversQuery(undefined, { refetchOnMountOrArgChange: true })
  const { data, error, refetch } = drivers
  if (!data && error)
    return <ErrorState message={failureTextOf(error, t`The drivers could not be loaded`)} retry={refetch} />
  if (!data) return <Skeleton height={140} />
  const driverId = rows.find((vehicle) => vehicle.id === id)?.driver_id
  const driver = data.find((one) => one.id === driverId)
  const others = new Map(rows.flatMap((vehicle) => (vehicle.driver_id ? [[vehicle.driver_id, vehicle.id]] : [])))
  return driver ? (
    <Present vehicleId={id} driver={driver} />
  ) : (
    <Choice vehicleId={id} drivers={data} vehicleOf={(driver) => others.get(driver.id)} close={close} />
  )
}

const nameOf = ({ name, employee_id: id }: Driver) => (id ? `${name} · ${id}` : name)

function Present({ vehicleId, driver }: { vehicleId: string; driver: Driver }) {
  const { pending, send } = useCommand('vehicles')
  const [release] = useReleaseDriverMutation()
  const [assign] = useAssignDriverMutation()
  const [signOut, { isLoading }] = useSignOutDriverMutation()

  async function pressRelease() {
    try {
      const done = await send({ vehicleId, driver: driver.id }, (key) => release({ id: vehicleId, key }).unwrap())
      if (!done) return
      void showUndoableChange({
        title: t`Driver unassigned`,
        detail: `${vehicleId} · ${driver.name}`,
        undo: () => void restore(),
      })
    } catch (error) {
      showToast('error', t`Failed to release the driver`, commandFailureReasonOf(error))
    }
  }

  async function restore() {
    try {
      const body = { driverId: driver.id }
      await send(body, (key) => assign({ id: vehicleId, body, key }).unwrap())
      showToast('success', t`Undone. The driver has the truck again.`, `${vehicleId} · ${driver.name}`)
    } catch (error) {
      showToast('error', t`This could not be undone`, commandFailureReasonOf(error))
    }
  }

  async function pressSignOut() {
    try {
      const { message } = await signOut({ id: driver.id }).unwrap()
      showToast('success', message, driver.name)
    } catch (error) {
      showToast('error', t`The driver was not signed out`, commandFailureReasonOf(error))
    }
  }

  return (
    <Stack gap="md">
      <div className={classes.present}>
        <Text fw={560}>{nameOf(driver)}</Text>
        <CommandButton variant="default" size="sm" loading={pending} onClick={() => void pressRelease()}>
          <Trans>Release</Trans>
        </CommandButton>
      </div>
      <div className={classes.present}>
        <Text size="sm" c="dimmed" id="lost-phone">
          <Trans>Lost phone? Entries that it has not sent yet are lost.</Trans>
        </Text>
        <CommandButton
          variant="default"
          size="sm"
          aria-describedby="lost-phone"
          loading={isLoading}
          onClick={() => void pressSignOut()}
        >
          <Trans>Sign out phones</Trans>
        </CommandButton>
      </div>
    </Stack>
  )
}

interface ChoiceProps {
  vehicleId: string
  drivers: readonly Driver[]
  vehicleOf(driver: Driver): string | undefined
  close(): void
}

function Choice({ vehicleId, drivers, vehicleOf, close }: ChoiceProps) {
  const { pending, failure, send } = useCommand('vehicles')
  const [assign] = useAssignDriverMutation()
  const free = drivers.filter((driver) => vehicleOf(driver) === undefined)
  const [picked, pick] = useState('')
  const chosen = free.find(({ id }) => id === picked) ?? free[0]
  if (!chosen) {
    return (
      <Stack gap="md">
        <Text>
          {drivers.length === 0
            ? t`There are no drivers yet. An admin creates them.`
            : t`Every driver already has a truck. Release one of the drivers first.`}
        </Text>
        <Busy drivers={drivers} vehicleOf={vehicleOf} />
      </Stack>
    )
  }

  async function submit() {
    const body = { driverId: chosen?.id ?? '' }
    const done = await send({ vehicleId, ...body }, (key) => assign({ id: vehicleId, body, key }).unwrap()).catch(
      // `send` stores the error in `failure`, and the dialog shows it.
      () => undefined,
    )
    if (!done) return
    showToast('success', done.message, chosen?.name)
    close()
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Stack gap="md">
        <NativeSelect
          label={t`Driver`}
          size="md"
          data-autofocus
          data={free.map((driver) => ({ value: driver.id, label: nameOf(driver) }))}
          value={chosen.id}
          onChange={({ currentTarget }) => pick(currentTarget.value)}
        />
        <Busy drivers={drivers} vehicleOf={vehicleOf} />
        <ChangeErrorAlert failure={failure} text={t`The driver was not assigned`} />
        <DialogFooter act={t`Assign driver`} close={close} pending={pending} />
      </Stack>
    </form>
  )
}

/** List of the drivers who currently have a truck, with their trucks. */
function Busy({ drivers, vehicleOf }: Pick<ChoiceProps, 'drivers' | 'vehicleOf'>) {
  const busy = drivers.flatMap((driver) => {
    const vehicle = vehicleOf(driver)
    return vehicle ? [{ driver, vehicle }] : []
  })
  if (busy.length === 0) return null
  return (
    <ul className={classes.busy} aria-label={t`Drivers with another truck`}>
      {busy.map(({ driver, vehicle }) => (
        <li key={driver.id}>{`${driver.name}: ${vehicle}`}</li>
      ))}
    </ul>
  )
}
