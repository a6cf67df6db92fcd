/** Bar below the tour's screens: progress, caption and controls. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, VisuallyHidden } from '@mantine/core'
import {
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerTrackNext,
  IconPlayerTrackPrev,
  IconRotateClockwise,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import type { TourRecording } from '#contract/demo/tour-recording.ts'
import { type Caption, captions } from './captions.ts'
import classes from './tour.module.css'
import type { Tour } from './use-tour.ts'

const ICON = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

export function TourBar({ tape, tour, note }: { tape: TourRecording; tour: Tour; note: string }) {
  const { scenes } = tape
  return (
    <section className={classes.bar} aria-label={t`The tour`}>
      <Progress tape={tape} tour={tour} />
      <div className={classes.told}>
        <Captions scene={tour.scene} />
        <div>
          <Controls tour={tour} count={scenes.length} />
          <p className={classes.note} role="status">
            {note}
          </p>
        </div>
      </div>
    </section>
  )
}

function Progress({
  tape: { scenes, moments },
  tour: { scene, isRunning, isOver },
}: {
  tape: TourRecording
  tour: Tour
}) {
  return (
    <div className={classes.progress} aria-hidden="true">
      {scenes.map(({ title }, n) => {
        const ms = moments.reduce((sum, moment) => sum + (moment.scene === n ? moment.ms : 0), 0)
        const state = n < scene || isOver ? 'past' : n === scene ? 'now' : 'ahead'
        return (
          <span key={title} className={classes.part} data-state={state} data-running={isRunning || undefined}>
            <span style={{ animationDuration: `${ms}ms` }} />
          </span>
        )
      })}
    </div>
  )
}

function Controls({ tour, count }: { tour: Tour; count: number }) {
  const { scene, moment, isPlaying, isOver, press } = tour
  return (
    <div className={classes.controls}>
      <span className={classes.count}>{t`${scene + 1} of ${count}`}</span>
      <Step label={t`Back`} off={moment === 0} press={() => press('back')}>
        <IconPlayerTrackPrev {...ICON} />
      </Step>
      {isPlaying ? (
        <Step label={t`Pause`} press={() => press('pause')}>
          <IconPlayerPause {...ICON} />
        </Step>
      ) : (
        <Step label={isOver ? t`Watch again` : t`Play`} press={() => press('play')}>
          <IconPlayerPlay {...ICON} />
        </Step>
      )}
      <Step label={t`Next`} off={isOver} press={() => press('next')}>
        <IconPlayerTrackNext {...ICON} />
      </Step>
      <Step label={t`Restart`} off={moment === 0} press={() => press('restart')}>
        <IconRotateClockwise {...ICON} />
      </Step>
      <Button
        component={Link}
        to="/auth/signup"
        variant={isOver ? 'filled' : 'default'}
        mih={36}
        className={classes.begin}
      >
        <Trans>Get Started</Trans>
      </Button>
    </div>
  )
}

interface StepProps {
  label: string
  off?: boolean
  press(): void
  children: React.ReactNode
}

/** Button that can have the focus even when it is disabled, so that its keys still work. */
function Step({ label, off = false, press, children }: StepProps) {
  return (
    <ActionIcon
      size={44}
      variant="subtle"
      color="var(--ws-text)"
      aria-label={label}
      title={label}
      data-step
      aria-disabled={off || undefined}
      onClick={() => off || press()}
    >
      {children}
    </ActionIcon>
  )
}

function Words({ title, text }: Caption) {
  return (
    <>
      <strong className={classes.sceneTitle}>{title}</strong>
      <span className={classes.sceneText}>{text}</span>
    </>
  )
}

/** Caption of the scene. Its space fits the longest caption, so that nothing moves between scenes. */
function Captions({ scene }: { scene: number }) {
  const all = captions()
  const { title, text } = all[scene] as Caption
  return (
    <div className={classes.caption}>
      <VisuallyHidden role="status">{`${title}. ${text}`}</VisuallyHidden>
      {all.map((each, n) => (
        <p key={each.title} className={classes.words} data-shown={n === scene || undefined} aria-hidden="true">
          <Words {...each} />
        </p>
      ))}
    </div>
  )
}
