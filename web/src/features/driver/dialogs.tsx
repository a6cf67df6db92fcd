/** Dialogs of a shift: why a bin was left, confirmations of irreversible steps. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ODOMETER_LIMIT_KM, TANK_LIMIT_LITRES } from '#domain/plausible-limits.ts'
import { STOP_NOTE_LIMIT, type StopException } from '#domain/stop-outcomes.ts'
import { getStopExceptionLabels } from '#web/lib/format/bins.ts'
import { parseNumber } from '#web/lib/format/numbers.ts'
import type { ShiftCommands } from '#web/lib/outbox/stored-action.ts'
import { Dialog, DialogFooter } from '#web/ui/dialog.tsx'
import { NumberField } from '#web/ui/fields.tsx'
import type { DialogState } from '#web/ui/page.tsx'
import classes from './driver.module.css'

interface ReasonDialogProps extends DialogState {
  /** Reasons that a driver can choose in this installation. */
  exceptions: readonly StopException[]
  choose(exception: StopException, note: string): void
  /** Control with which the driver adds a photo. */
  children: ReactNode
}

/**
 * Dialog for the reason why a bin was not collected.
 * It records the outcome of the stop.
 */
export function StopExceptionDialog({ opened, close, exceptions, choose, children }: ReasonDialogProps) {
  const [note, setNote] = useState('')
  const labels = getStopExceptionLabels()
  // Offers the reasons in the order of `labels`: the most frequent reason first.
  const offered = (Object.keys(labels) as StopException[]).filter((code) => exceptions.includes(code))
  return (
    <Dialog title={t`Why was the bin not emptied?`} opened={opened} close={close}>
      <Stack gap="md">
        {children}
        <TextInput
          label={t`Note (optional)`}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          maxLength={STOP_NOTE_LIMIT}
          size="md"
          autoComplete="off"
        />
        <ul className={classes.reasons}>
          {offered.map((code) => (
            <li key={code}>
              <button type="button" className={classes.reason} onClick={() => choose(code, note.trim())}>
                {labels[code]}
              </button>
            </li>
          ))}
        </ul>
      </Stack>
    </Dialog>
  )
}

interface StepDialogProps extends DialogState {
  title: string
  text: string
  act: string
  /**
   * Sends the command of the driver's step.
   * Returns true once the step is recorded.
   */
  run(): Promise<boolean>
}

export function ShiftStepDialog({ title, text, act, opened, close, run }: StepDialogProps) {
  const confirm = async () => {
    if (await run()) close()
  }
  return (
    <Dialog title={title} opened={opened} close={close}>
      <Stack gap="md">
        <Text>{text}</Text>
        <DialogFooter act={act} onAct={confirm} close={close} pending={false} isKept />
      </Stack>
    </Dialog>
  )
}

interface EndShiftDialogProps extends DialogState {
  run(body: ShiftCommands['endShift']): Promise<boolean>
}

/** Dialog for optional odometer and fuel readings at a shift's end. */
export function EndShiftDialog({ opened, close, run }: EndShiftDialogProps) {
  const [fuel, setFuel] = useState('')
  const [odometer, setOdometer] = useState('')
  const [errors, setErrors] = useState<{ fuel?: string; odometer?: string }>({})

  async function submit(event: FormEvent) {
    event.preventDefault()
    const [fuelLevel, km] = [fuel, odometer].map((text) => (text.trim() ? parseNumber(text) : undefined))
    const wrong = {
      ...(fuel.trim() &&
        !isWithin(fuelLevel, TANK_LIMIT_LITRES) && { fuel: t`Enter litres from 0 to ${{ most: TANK_LIMIT_LITRES }}` }),
      ...(odometer.trim() &&
        !(isWithin(km, ODOMETER_LIMIT_KM) && Number.isInteger(km)) && { odometer: t`Enter whole kilometres` }),
    }
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return
    const body = { ...(fuelLevel !== undefined && { fuelLevel }), ...(km !== undefined && { odometer: km }) }
    if (await run(body)) close()
  }

  return (
    <Dialog title={t`End shift`} opened={opened} close={close}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <Text>
            <Trans>Other drivers can then take the truck.</Trans>
          </Text>
          <NumberField
            label={t`Fuel in the tank, litres (optional)`}
            size="md"
            value={fuel}
            onChange={(event) => setFuel(event.currentTarget.value)}
            error={errors.fuel}
          />
          <NumberField
            label={t`Odometer, km (optional)`}
            size="md"
            value={odometer}
            onChange={(event) => setOdometer(event.currentTarget.value)}
            error={errors.odometer}
          />
          <DialogFooter act={t`End shift`} close={close} pending={false} isKept />
        </Stack>
      </form>
    </Dialog>
  )
}

const isWithin = (value: number | undefined, most: number) => value !== undefined && value >= 0 && value <= most
