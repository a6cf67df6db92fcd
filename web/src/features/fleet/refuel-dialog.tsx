/** Refuelling form with a preview of cost and fuel level. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useState } from 'react'
import type { Vehicle } from '#contract/views.ts'
import type { Failure } from '#web/lib/api/api.ts'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { formatUpToTenths, withUnit } from '#web/lib/format/numbers.ts'
import { citySettings } from '#web/lib/format/times.ts'
import { validateBySchema } from '#web/lib/hooks/forms.ts'
import { ChangeErrorAlert, Dialog, DialogFooter } from '#web/ui/dialog.tsx'
import { NumberField } from '#web/ui/fields.tsx'
import type { DialogState } from '#web/ui/page.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { useCommand } from '#web/ui/use-command.tsx'
import { useRefuelMutation } from './calls.ts'
import { freeLitres, type RefuelDraft, refuelBody, refuelPreview } from './vehicles.ts'

const rules = validateBySchema(async () => (await import('#contract/commands.ts')).Refuel)

export interface RefuelDialogProps extends DialogState {
  vehicle: Vehicle | null
}

export function RefuelDialog({ vehicle, opened, close }: RefuelDialogProps) {
  const [busy, setBusy] = useState(false)
  // Trips and plans are calculated with the diesel price for every truck, so this form also uses it.
  const price = useRoom('configuration').rows[0]?.fuel_prices.diesel
  return (
    <Dialog title={vehicle ? t`Refuel ${{ id: vehicle.id }}` : t`Refuel`} opened={opened} close={close} busy={busy}>
      {vehicle &&
        (freeLitres(vehicle) > 0 ? (
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
  /** Configured price; undefined until it has loaded. */
  price: number | undefined
  close(): void
  setBusy(busy: boolean): void
}

function RefuelForm({ vehicle, price, close, setBusy }: RefuelFormProps) {
  const { pending, failure, send } = useCommand('vehicles')
  const [refuel] = useRefuelMutation()
  const room = freeLitres(vehicle)
  const form = useForm<RefuelDraft>({
    initialValues: { liters_added: '', cost_per_liter: '' },
    validate: (values) => rules(refuelBody(vehicle.id, values)),
    validateInputOnBlur: true,
  })
  const { isTouched, setFieldValue } = form
  useEffect(() => {
    if (price !== undefined && !isTouched('cost_per_liter')) setFieldValue('cost_per_liter', String(price))
  }, [price, isTouched, setFieldValue])
  const outlook = refuelPreview(vehicle, form.getValues())

  const submit = form.onSubmit(async (values) => {
    const body = refuelBody(vehicle.id, values)
    setBusy(true)
    try {
      const done = await send(body, (key) => refuel({ body, key }).unwrap())
      if (!done) return
      toast(
        'success',
        t`Refuelling recorded`,
        t`${{ truck: vehicle.id }}: ${{ fuel: withUnit(Math.round(done.fuel_percentage), '%') }} fuel left`,
      )
      close()
    } catch (error) {
      form.setErrors((error as Failure).errors ?? {})
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
        <Button variant="default" size="sm" onClick={() => fill(form, room)}>
          {t`Fill up (${{ litres: withUnit(formatUpToTenths(room), 'L') }})`}
        </Button>
        <NumberField
          label={t`Price per liter (${{ currency: citySettings().currency.symbol }})`}
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

const fill = (form: { setFieldValue(field: 'liters_added', value: string): void }, room: number) =>
  form.setFieldValue('liters_added', String(room))
