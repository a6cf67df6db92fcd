/** Dialog that adds or changes a vehicle. */

import { Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { Vehicle } from '#contract/views.ts'
import { lookUp } from '#rules/dictionary.ts'
import type { Failure } from '#web/calls/api.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { DialogFoot } from '#web/components/dialog-foot.tsx'
import type { DialogState } from '#web/components/lazy-dialog.tsx'
import { toast } from '#web/components/toasts.tsx'
import { useCommand } from '#web/feed/use-command.ts'
import { numberIn } from '#web/format/numbers.ts'
import { checkedBy } from '#web/hooks/checked-by.ts'
import { useUnsaved } from '#web/hooks/unsaved.ts'
import { useChangeVehicleMutation, useRegisterVehicleMutation } from './calls.ts'
import { draftOf, EMPTY_VEHICLE, vehicleBody, vehicleFailure } from './vehicle-draft.ts'
import { VehicleFailure } from './vehicle-failure.tsx'
import { VehicleFields } from './vehicle-fields.tsx'
import { Workshop } from './workshop.tsx'

const commands = () => import('#contract/commands.ts')
const addRules = checkedBy(async () => (await commands()).RegisterVehicle)
const changeRules = checkedBy(async () => (await commands()).ChangeVehicle)
const FIELDS = Object.keys(EMPTY_VEHICLE)

export interface VehicleDialogProps extends DialogState {
  /** Null adds a vehicle. */
  vehicle: Vehicle | null
  /** Opens the confirmation of a deletion. */
  remove(vehicle: Vehicle): void
}

export function VehicleDialog({ vehicle, opened, close, remove }: VehicleDialogProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title={vehicle ? 'Edit Vehicle' : 'Add Vehicle'} size="lg" opened={opened} close={close} busy={busy}>
      <VehicleForm vehicle={vehicle} close={close} remove={remove} setBusy={setBusy} />
    </Dialog>
  )
}

type VehicleFormProps = Omit<VehicleDialogProps, 'opened'> & { setBusy(busy: boolean): void }

function VehicleForm({ vehicle, close, remove, setBusy }: VehicleFormProps) {
  const { pending, failure, send } = useCommand('vehicles')
  const [register] = useRegisterVehicleMutation()
  const [change] = useChangeVehicleMutation()
  const form = useForm({
    initialValues: draftOf(vehicle, new Date().getFullYear()),
    validate: (values) => (vehicle ? changeRules : addRules)(vehicleBody(values)),
    validateInputOnBlur: true,
  })
  useUnsaved(form.isDirty())

  const submit = form.onSubmit(
    async (values) => {
      const { id, ...fields } = vehicleBody(values)
      setBusy(true)
      try {
        // The level at opening lets the server ignore an untouched level, which may be outdated.
        const seen_fuel_level = numberIn(form.getInitialValues().current_fuel_level)
        const body = { ...fields, seen_fuel_level }
        const done = vehicle
          ? await send(body, (key) => change({ id: vehicle.id, body, key }).unwrap())
          : await send({ id, ...fields }, (key) => register({ body: { id, ...fields }, key }).unwrap())
        if (!done) return
        toast('success', vehicle ? 'Vehicle updated successfully' : 'Vehicle added successfully', done.vehicle.id)
        close()
      } catch (error) {
        form.setErrors((error as Failure).errors ?? {})
        toast('error', vehicleFailure(error, 'Failed to save vehicle information'))
      } finally {
        setBusy(false)
      }
    },
    (errors) => form.getInputNode(FIELDS.find((field) => lookUp(errors, field)) ?? 'id')?.focus(),
  )

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <VehicleFields form={form} editing={vehicle !== null} />
        <VehicleFailure failure={failure} fallback="Failed to save vehicle information" />
        {vehicle && <Workshop vehicle={vehicle} blocked={form.isDirty()} done={close} setBusy={setBusy} />}
        {vehicle && (
          <Button
            variant="subtle"
            color="statusCritical"
            size="md"
            mih={48}
            style={{ alignSelf: 'start' }}
            onClick={() => remove(vehicle)}
          >
            Delete vehicle
          </Button>
        )}
        <DialogFoot
          act={vehicle ? 'Update Vehicle' : 'Add Vehicle'}
          close={close}
          pending={pending}
          disabled={Boolean(vehicle) && !form.isDirty()}
        />
      </Stack>
    </form>
  )
}
