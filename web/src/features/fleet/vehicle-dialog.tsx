/** Dialog that adds or changes a vehicle. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { Vehicle } from '#contract/views.ts'
import { VEHICLE_TYPES } from '#domain/city.ts'
import { lookUp } from '#domain/dictionary.ts'
import type { RequestFailure } from '#web/lib/api/api.ts'
import { vehicleTypeNameOf } from '#web/lib/format/labels.ts'
import { parseNumber, withUnit } from '#web/lib/format/numbers.ts'
import { type FormFields, useUnsavedChanges, validateBySchema } from '#web/lib/hooks/forms.ts'
import { Dialog, DialogFooter } from '#web/ui/dialog.tsx'
import { FieldGrid, NumberField } from '#web/ui/fields.tsx'
import type { DialogState } from '#web/ui/page.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { CommandButton, useCommand } from '#web/ui/use-command.tsx'
import { VehicleErrorAlert } from './vehicle-actions.tsx'
import {
  EMPTY_VEHICLE,
  toVehicleBody,
  useChangeVehicleMutation,
  useRegisterVehicleMutation,
  useSetMaintenanceMutation,
  type VehicleDraft,
  vehicleDraftOf,
  vehicleErrorTextOf,
} from './vehicles.ts'

/**
 * Order of a form field's parts.
 * The hint is below the input, so neighbouring inputs align.
 */
const ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

/** Placeholders of empty fields. */
const SAMPLE = { registration: 'GT-1234-26', make: 'Mercedes', model: 'Atego' }

interface VehicleFieldsProps {
  form: FormFields<VehicleDraft>
  /**
   * True for an existing vehicle.
   * Its id cannot be changed.
   */
  editing: boolean
}

function VehicleFields({ form, editing }: VehicleFieldsProps) {
  const types = VEHICLE_TYPES.map((value) => ({ value, label: vehicleTypeNameOf(value) }))
  const field = (name: keyof VehicleDraft) => ({ size: 'md', inputWrapperOrder: ORDER, ...form.getInputProps(name) })
  return (
    <FieldGrid>
      <TextInput
        label={t`Vehicle ID`}
        placeholder="T004"
        autoComplete="off"
        disabled={editing}
        data-autofocus={!editing || undefined}
        {...field('id')}
      />
      <TextInput
        label={t`Registration Number`}
        placeholder={SAMPLE.registration}
        autoComplete="off"
        data-autofocus={editing || undefined}
        {...field('registration_number')}
      />
      <NativeSelect label={t`Type`} data={types} {...field('type')} />
      <NumberField
        label={t`Year`}
        min={2000}
        max={new Date().getFullYear() + 1}
        step={1}
        inputMode="numeric"
        {...field('year')}
      />
      <TextInput label={t`Make`} placeholder={SAMPLE.make} autoComplete="off" {...field('make')} />
      <TextInput label={t`Model`} placeholder={SAMPLE.model} autoComplete="off" {...field('model')} />
      <NumberField
        label={t`Fuel Efficiency (km/L)`}
        description={withUnit(t`Typical 3–6`, 'km/L')}
        min={1}
        max={15}
        step={0.1}
        {...field('fuel_efficiency_kmpl')}
      />
      <NumberField
        label={t`Tank Capacity (liters)`}
        description={t`50 to 500 liters`}
        min={50}
        max={500}
        step={1}
        {...field('tank_capacity_liters')}
      />
      <NumberField label={t`Current Fuel Level (liters)`} min={0} step={0.1} {...field('current_fuel_level')} />
      <TextInput label={t`Driver Name (optional)`} autoComplete="off" {...field('driver_name')} />
      <TextInput label={t`Driver Contact (optional)`} type="tel" autoComplete="off" {...field('driver_contact')} />
    </FieldGrid>
  )
}

interface MaintenanceSwitchProps {
  vehicle: Vehicle
  /** True if the vehicle's form has unsaved changes. */
  blocked: boolean
  done(): void
  setBusy(busy: boolean): void
}

/**
 * Button that sends a vehicle to the workshop or back.
 * It needs no confirmation, because a second press reverts it.
 */
function MaintenanceSwitch({ vehicle: { id, status }, blocked, done, setBusy }: MaintenanceSwitchProps) {
  const { pending, failure, send } = useCommand('vehicles')
  const [setMaintenance] = useSetMaintenanceMutation()
  const isIn = status === 'maintenance'
  const failed = isIn ? t`Failed to put the vehicle back in service` : t`Failed to send the vehicle to the workshop`
  const away = status !== 'available' && !isIn

  async function press() {
    const body = { maintenance: !isIn }
    setBusy(true)
    try {
      const changed = await send({ id, ...body }, (key) => setMaintenance({ id, body, key }).unwrap())
      if (!changed) return
      showToast('success', changed.message, id)
      done()
    } catch (error) {
      showToast('error', failed, vehicleErrorTextOf(error, failed))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed" id="workshop-state">
          <span>{whereItIs(isIn, away)}</span>
          {blocked && (
            <span>
              {' '}
              <Trans>Save the changes first.</Trans>
            </span>
          )}
        </Text>
        <CommandButton
          variant="default"
          size="sm"
          loading={pending}
          disabled={away || blocked}
          aria-describedby="workshop-state"
          onClick={() => void press()}
        >
          {isIn ? t`Put back in service` : t`Send to workshop`}
        </CommandButton>
      </Group>
      <VehicleErrorAlert failure={failure} fallback={failed} />
    </>
  )
}

function whereItIs(isIn: boolean, away: boolean): string {
  if (isIn) return t`In the workshop. No collection is planned with this vehicle.`
  return away ? t`On a collection. It can go to the workshop afterwards.` : t`In service.`
}

const commands = () => import('#contract/commands.ts')
const addRules = validateBySchema(async () => (await commands()).RegisterVehicleBody)
const changeRules = validateBySchema(async () => (await commands()).ChangeVehicleBody)
const FIELDS = Object.keys(EMPTY_VEHICLE)

export interface VehicleDialogProps extends DialogState {
  /** Vehicle to change; null to add a new one. */
  vehicle: Vehicle | null
  /** Opens the dialog in which the user confirms the deletion of the vehicle. */
  remove(vehicle: Vehicle): void
}

export function VehicleDialog({ vehicle, opened, close, remove }: VehicleDialogProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title={vehicle ? t`Edit Vehicle` : t`Add Vehicle`} size="lg" opened={opened} close={close} busy={busy}>
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
    initialValues: vehicleDraftOf(vehicle, new Date().getFullYear()),
    validate: (values) => (vehicle ? changeRules : addRules)(toVehicleBody(values)),
    validateInputOnBlur: true,
  })
  useUnsavedChanges(form.isDirty())

  const submit = form.onSubmit(
    async (values) => {
      const { id, ...fields } = toVehicleBody(values)
      setBusy(true)
      try {
        // The request also contains the fuel level that the dialog showed at first.
        // If the user did not change the level, the server ignores it, because it may be outdated.
        const seen_fuel_level = parseNumber(form.getInitialValues().current_fuel_level)
        const body = { ...fields, seen_fuel_level }
        const done = vehicle
          ? await send(body, (key) => change({ id: vehicle.id, body, key }).unwrap())
          : await send({ id, ...fields }, (key) => register({ body: { id, ...fields }, key }).unwrap())
        if (!done) return
        showToast('success', vehicle ? t`Vehicle updated successfully` : t`Vehicle added successfully`, done.vehicle.id)
        close()
      } catch (error) {
        form.setErrors((error as RequestFailure).errors ?? {})
        showToast('error', vehicleErrorTextOf(error, t`Failed to save vehicle information`))
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
        <VehicleErrorAlert failure={failure} fallback={t`Failed to save vehicle information`} />
        {vehicle && <MaintenanceSwitch vehicle={vehicle} blocked={form.isDirty()} done={close} setBusy={setBusy} />}
        {vehicle && (
          <Button
            variant="subtle"
            color="statusCritical"
            size="md"
            mih={48}
            style={{ alignSelf: 'start' }}
            onClick={() => remove(vehicle)}
          >
            <Trans>Delete vehicle</Trans>
          </Button>
        )}
        <DialogFooter
          act={vehicle ? t`Update Vehicle` : t`Add Vehicle`}
          close={close}
          pending={pending}
          disabled={Boolean(vehicle) && !form.isDirty()}
        />
      </Stack>
    </form>
  )
}
