/** Card of the current stop: place, and two buttons for the outcome. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconCamera, IconCheck, IconMapPin, IconNavigation, IconX } from '@tabler/icons-react'
import { type ChangeEvent, Suspense, useRef, useState } from 'react'
import { pointOfPlace } from '#domain/plus-code.ts'
import type { StopException } from '#domain/stop-outcomes.ts'
import type { NewStopOutcome } from '#web/lib/outbox/action-store.ts'
import { lazyWithRetry } from '#web/ui/lazy.ts'
import { RelativeTime } from '#web/ui/marks.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import classes from './driver.module.css'
import { getRecentPhoneCoordinates, getRecentPhonePosition, shrinkPhoto, startWatchingPosition } from './phone.ts'
import { describeStopOutcome, type RouteSheetStop, stopPlaceLinesOf } from './sheet-state.ts'

const ReasonDialog = lazyWithRetry(async () => (await import('./dialogs.tsx')).StopExceptionDialog)

interface StopCardProps {
  stop: RouteSheetStop
  /** True if the server's route sheet no longer contains the stop. */
  isGone: boolean
  userId: string
  exceptions: readonly StopException[]
  /**
   * Records an outcome.
   * The card then shows the next stop.
   */
  serve(outcome: NewStopOutcome): void
  placeHere(stopId: string, point: { lat: number; lng: number }): void
  /**
   * Shows the next open stop.
   * Undefined if the shown stop is the last open one.
   */
  next: (() => void) | undefined
}

export function StopCard({ stop, isGone, userId, exceptions, serve, placeHere, next }: StopCardProps) {
  const { stopId, outcome, collected } = stop
  const [photo, setPhoto] = useState<Blob>()
  const [isAsking, setAsking] = useState(false)
  const [hasAsked, setAsked] = useState(false)

  function say(said: Pick<NewStopOutcome['said'], 'outcome' | 'exception' | 'note'>) {
    // Asks for the phone's position at the first outcome, when users understand the permission request.
    startWatchingPosition()
    const fix = getRecentPhonePosition()
    setAsking(false)
    serve({ userId, stopId, photo, said: { ...said, at: new Date().toISOString(), ...(fix && { fix }) } })
  }

  const isByOthers = collected && outcome === undefined
  return (
    <section className={classes.card} aria-label={t`Stop`} data-acts-on={stopId}>
      <Place stop={stop} isGone={isGone} placeHere={placeHere} />
      <div className={classes.outcomes}>
        <Button
          size="lg"
          mih={64}
          leftSection={<IconCheck size={24} aria-hidden="true" />}
          disabled={isGone || (outcome === 'collected' && !stop.isRefused && !photo)}
          onClick={() => say({ outcome: 'collected' })}
        >
          <Trans>Collected</Trans>
        </Button>
        <Button
          size="lg"
          mih={64}
          variant="default"
          className={classes.strong!}
          leftSection={<IconX size={24} aria-hidden="true" />}
          disabled={isGone || isByOthers}
          onClick={() => {
            setAsked(true)
            setAsking(true)
          }}
        >
          <Trans>Could not collect</Trans>
        </Button>
      </div>
      <div className={classes.more}>
        <PhotoButton photo={photo} setPhoto={setPhoto} />
        {next && (
          <Button variant="default" mih={48} className={classes.strong!} onClick={next}>
            <Trans>Next stop</Trans>
          </Button>
        )}
      </div>
      <Suspense>
        {hasAsked && (
          <ReasonDialog
            opened={isAsking}
            close={() => setAsking(false)}
            exceptions={exceptions}
            choose={(exception, note) => say({ outcome: 'exception', exception, ...(note && { note }) })}
          >
            <PhotoButton photo={photo} setPhoto={setPhoto} />
          </ReasonDialog>
        )}
      </Suspense>
    </section>
  )
}

/** Returns the stop's state in words; undefined while open. */
function stateText(stop: RouteSheetStop, isGone: boolean): string | undefined {
  if (isGone) return t`This stop was removed from your route.`
  return stop.isRefused ? t`Your last entry was not accepted.` : describeStopOutcome(stop)
}

/**
 * Shows the bin's place and the stop's state.
 * The height seldom changes, so the buttons below do not move.
 */
function Place({ stop, isGone, placeHere }: Pick<StopCardProps, 'stop' | 'isGone' | 'placeHere'>) {
  const [title, ...lines] = stopPlaceLinesOf(stop)
  const point = pointOfPlace(stop.place)
  const state = stateText(stop, isGone)

  function press() {
    const point = getRecentPhoneCoordinates()
    if (point) return placeHere(stop.stopId, point)
    startWatchingPosition()
    showToast(
      'info',
      t`Your location is not known yet`,
      t`Allow access to your location, wait a bit, then press again.`,
    )
  }

  return (
    <div className={classes.place}>
      <h2 className={classes.placeTitle}>{title}</h2>
      {lines.map((line) => (
        <p key={line} className={classes.placeLine}>
          {line}
        </p>
      ))}
      {stop.note && <p className={classes.note}>{stop.note}</p>}
      <div className={classes.placeFoot}>
        <p className={classes.state} role="status" data-served={state ? true : undefined}>
          {state ?? (
            <Trans>
              Reported <RelativeTime iso={stop.since} />
            </Trans>
          )}
        </p>
        {point ? (
          <a className={classes.link} href={`geo:${point.lat},${point.lng}?q=${point.lat},${point.lng}`}>
            <IconNavigation size={20} aria-hidden="true" />
            <Trans>Show the way</Trans>
          </a>
        ) : (
          <button type="button" className={classes.link} onClick={press}>
            <IconMapPin size={20} aria-hidden="true" />
            <Trans>The bin is here</Trans>
          </button>
        )}
      </div>
    </div>
  )
}

interface PhotoButtonProps {
  photo: Blob | undefined
  setPhoto(photo: Blob | undefined): void
}

/** Button that takes or removes a photo for the next outcome. */
function PhotoButton({ photo, setPhoto }: PhotoButtonProps) {
  const input = useRef<HTMLInputElement>(null)

  async function take({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [file] = currentTarget.files ?? []
    if (!file) return
    try {
      setPhoto(await shrinkPhoto(file))
    } catch (error) {
      console.warn('A photo could not be read.', error)
      showToast('error', t`This file is not a readable photo`, t`Take another photo.`)
    }
    // Resets the input, so the same file can be chosen again.
    if (input.current) input.current.value = ''
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label={t`Photo of this stop`}
        onChange={(event) => void take(event)}
      />
      <Button
        variant="default"
        mih={48}
        className={classes.strong!}
        aria-pressed={photo !== undefined}
        leftSection={<IconCamera size={20} aria-hidden="true" />}
        onClick={() => (photo ? setPhoto(undefined) : input.current?.click())}
      >
        {photo ? t`Remove the photo` : t`Add a photo`}
      </Button>
    </>
  )
}
