/** Steps of a shift: take a truck, start, deliver, unload, next trip, end. */
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type FormEvent, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { lazyWithRetry } from '#web/ui/lazy.ts'
import classes from './driver.module.css'
import { startWatchingPosition } from './phone.ts'
import type { RouteSheetState, ShiftPhase } from './sheet-state.ts'
import type { DriverActionRecorder } from './use-sheet.ts'

const StepDialog = lazyWithRetry(async () => (await import('./dialogs.tsx')).ShiftStepDialog)
const EndShiftDialog = lazyWithRetry(async () => (await import('./dialogs.tsx')).EndShiftDialog)

interface StepsProps {
  shown: RouteSheetState
  recorder: DriverActionRecorder
}

/** Buttons that a driver gets in each phase of the shift, the recommended one first. */
const STEPS: Record<ShiftPhase, readonly ('depart' | 'deliver' | 'unload' | 'next' | 'end' | 'leave')[]> = {
  'no truck': [],
  planned: ['depart', 'end', 'leave'],
  collecting: ['deliver'],
  'to site': ['unload'],
  idle: ['next', 'end', 'leave'],
  'next trip': ['end'],
}

export function ShiftSteps({ shown, recorder }: StepsProps) {
  const { phase, vehicleId, scheduleId, loadOf, site, left } = shown
  const [asked, setAsked] = useState<'deliver' | 'unload' | 'end'>()
  const [opened, setOpened] = useState(false)
  const round = { vehicleId, scheduleId }
  const ask = (what: typeof asked) => {
    setAsked(what)
    setOpened(true)
  }
  const close = () => setOpened(false)
  const steps = {
    depart: {
      label: t`Start the collection`,
      press() {
        startWatchingPosition()
        if (scheduleId) void recorder.record({ kind: 'step', step: 'depart', body: { scheduleId }, ...round })
      },
    },
    deliver: { label: site ? t`Go to ${site.name}` : t`Go to the site`, press: () => ask('deliver') },
    unload: { label: t`Unloaded at the site`, press: () => ask('unload') },
    next: {
      label: t`Next trip`,
      press: () => void recorder.record({ kind: 'step', step: 'planNextTrip', body: {}, ...round }),
    },
    end: { label: t`End shift`, press: () => ask('end') },
    leave: {
      label: t`Leave truck`,
      press: () => void recorder.record({ kind: 'step', step: 'leaveVehicle', body: {}, ...round }),
    },
  }
  return (
    <div className={classes.steps}>
      {STEPS[phase].map((name, n) => (
        <Button
          key={name}
          fullWidth
          size="lg"
          mih={56}
          variant={n === 0 && phase !== 'collecting' && phase !== 'next trip' ? 'filled' : 'default'}
          className={classes.strong!}
          onClick={steps[name].press}
        >
          {steps[name].label}
        </Button>
      ))}
      <Suspense>
        {asked === 'deliver' && (
          <StepDialog
            title={t`Bring the load to the site?`}
            text={
              left > 0
                ? t`${plural(left, { one: 'You recorded nothing for # stop. Its bin waits', other: 'You recorded nothing for # stops. Their bins wait' })} for the next truck.`
                : t`This ends the collection.`
            }
            act={t`Go to the site`}
            opened={opened}
            close={close}
            run={() => recorder.record({ kind: 'step', step: 'deliverLoad', body: idOf(scheduleId), ...round })}
          />
        )}
        {asked === 'unload' && (
          <StepDialog
            title={t`Is the truck unloaded?`}
            text={t`The site weighs the load. After this, you can’t correct its stops.`}
            act={t`Unloaded`}
            opened={opened}
            close={close}
            run={() => recorder.record({ kind: 'step', step: 'unloadTruck', body: idOf(loadOf), ...round })}
          />
        )}
        {asked === 'end' && (
          <EndShiftDialog
            opened={opened}
            close={close}
            run={(body) => recorder.record({ kind: 'step', step: 'endShift', body, ...round })}
          />
        )}
      </Suspense>
    </div>
  )
}

const idOf = (scheduleId: string | undefined) => (scheduleId === undefined ? {} : { scheduleId })

/**
 * Form for taking a free truck.
 * Links or QR codes may name the truck: /driver?truck=T001.
 */
export function TakeTruckForm({ recorder }: Pick<StepsProps, 'recorder'>) {
  const [search] = useSearchParams()
  const [vehicleId, setVehicleId] = useState(search.get('truck') ?? '')
  const [error, setError] = useState('')

  function submit(event: FormEvent) {
    event.preventDefault()
    const id = vehicleId.trim().toUpperCase()
    setError(id ? '' : t`Enter the number of the truck`)
    if (id) void recorder.record({ kind: 'step', step: 'takeVehicle', body: { vehicleId: id } })
  }

  return (
    <form className={classes.card} onSubmit={submit} noValidate>
      <h2 className={classes.placeTitle}>
        <Trans>Take a truck</Trans>
      </h2>
      <p className={classes.placeLine}>
        <Trans>Enter the number on the truck, or wait until a dispatcher assigns you a truck.</Trans>
      </p>
      <label className={classes.field}>
        <span>
          <Trans>Truck number</Trans>
        </span>
        <input
          value={vehicleId}
          onChange={(event) => setVehicleId(event.currentTarget.value)}
          maxLength={20}
          autoCapitalize="characters"
          autoComplete="off"
          aria-invalid={error !== ''}
          aria-describedby={error ? 'truck-error' : undefined}
        />
      </label>
      {error && (
        <p className={classes.error} id="truck-error" role="alert">
          {error}
        </p>
      )}
      <Button type="submit" size="lg" mih={64}>
        <Trans>Take truck</Trans>
      </Button>
    </form>
  )
}
