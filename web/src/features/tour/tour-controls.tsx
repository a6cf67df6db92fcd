/**
 * Controls of the tour: state, recording, bar below the screens, captions.
 * The tour plays only while the page is visible.
 * The address names the scene.
 */

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
import { useCallback, useEffect, useReducer, useRef, useState, useSyncExternalStore } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { TourRecording } from '#contract/demo/tour-recording.ts'
import recordingUrl from './tape.generated.json?url'
import classes from './tour.module.css'

const ICON_PROPS = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

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
      <StepButton label={t`Back`} off={moment === 0} press={() => press('back')}>
        <IconPlayerTrackPrev {...ICON_PROPS} />
      </StepButton>
      {isPlaying ? (
        <StepButton label={t`Pause`} press={() => press('pause')}>
          <IconPlayerPause {...ICON_PROPS} />
        </StepButton>
      ) : (
        <StepButton label={isOver ? t`Watch again` : t`Play`} press={() => press('play')}>
          <IconPlayerPlay {...ICON_PROPS} />
        </StepButton>
      )}
      <StepButton label={t`Next`} off={isOver} press={() => press('next')}>
        <IconPlayerTrackNext {...ICON_PROPS} />
      </StepButton>
      <StepButton label={t`Restart`} off={moment === 0} press={() => press('restart')}>
        <IconRotateClockwise {...ICON_PROPS} />
      </StepButton>
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

interface StepButtonProps {
  label: string
  off?: boolean
  press(): void
  children: React.ReactNode
}

/** Button that keeps the focus when disabled, so its keys still work. */
function StepButton({ label, off = false, press, children }: StepButtonProps) {
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

function CaptionText({ title, text }: Caption) {
  return (
    <>
      <strong className={classes.sceneTitle}>{title}</strong>
      <span className={classes.sceneText}>{text}</span>
    </>
  )
}

/**
 * Caption of the tour's scene.
 * It has space for the longest caption, so that nothing moves when the scene changes.
 */
function Captions({ scene }: { scene: number }) {
  const all = getTourCaptions()
  const { title, text } = all[scene] as Caption
  return (
    <div className={classes.caption}>
      <VisuallyHidden role="status">{`${title}. ${text}`}</VisuallyHidden>
      {all.map((each, n) => (
        <p key={each.title} className={classes.words} data-shown={n === scene || undefined} aria-hidden="true">
          <CaptionText {...each} />
        </p>
      ))}
    </div>
  )
}

interface Caption {
  title: string
  text: string
}

/**
 * Returns the scenes' captions in the reader's language, in recording order.
 * The recording contains the English captions.
 */
export const getTourCaptions = (): Caption[] => [
  {
    title: t`A bin is full`,
    text: t`Kofi’s bin is full. His phone shows one large button. On the dispatcher’s board, his zone needs five more reports for a collection.`,
  },
  {
    title: t`One tap reports it`,
    text: t`He reports it with one tap. Within a second the report is first on the board, and the zone’s count goes up by one.`,
  },
  {
    title: t`The zone fills up`,
    text: t`Neighbours report their bins too. The zone’s meter rises on every screen. Nobody needs to reload a page.`,
  },
  {
    title: t`A collection is recommended`,
    text: t`Eight in ten bins are full, so a collection is worth the drive. The board shows the truck, its load and its distance.`,
  },
  {
    title: t`The dispatcher schedules it`,
    text: t`One press accepts the plan, with exactly this truck, this site and these reports.`,
  },
  {
    title: t`Kofi gets a time`,
    text: t`His phone now shows when the truck comes. He does not need to call anybody.`,
  },
  {
    title: t`The truck sets out`,
    text: t`The truck leaves on time. Both screens show it at the same moment.`,
  },
  {
    title: t`The driver gives a reason`,
    text: t`Kofi’s bin is not out. The driver records this on the phone, and Kofi sees it at once. He puts the bin out, and the truck comes back.`,
  },
  {
    title: t`Collected`,
    text: t`The collection is complete. Its reports leave the board, and everyone who reported is notified. Kofi can report again.`,
  },
  {
    title: t`The recycler sees the load coming`,
    text: t`The load is on its way to the South Dumping Site. The recycler sees it before it arrives.`,
  },
  {
    title: t`Weighed and analysed`,
    text: t`The load has arrived, and its weight and materials are known. It took one day from a full bin to the recycler’s figures. Every step is recorded.`,
  },
]

type Moments = Pick<TourRecording, 'moments'>

interface TourState {
  moment: number
  isPlaying: boolean
}

export type TourAction = 'on' | 'next' | 'back' | 'restart' | 'pause' | 'play'

const firstMomentIndex = ({ moments }: Moments, scene: number) => moments.findIndex((moment) => moment.scene === scene)

/**
 * Returns the index of the first moment of a tour scene.
 * `named` is the number of the scene in the page address, counted from 1.
 * Without a number, it is the first scene.
 */
export function firstMomentOfScene(tape: Moments, named: string | null): number {
  const at = firstMomentIndex(tape, Number(named ?? 1) - 1)
  return Math.max(0, at)
}

/**
 * Returns the tour's state after a button press, or after 'on', sent at the end of a moment.
 * 'Next' goes to the next scene.
 * 'Back' goes to the start of the scene, or from there to the scene before.
 */
export function reduceTourState(tape: Moments, playing: TourState, press: TourAction): TourState {
  const { moments } = tape
  const { moment, isPlaying } = playing
  const last = moments.length - 1
  const scene = moments[moment]?.scene ?? 0
  const to = (at: number, goesOn = isPlaying): TourState => ({ moment: at, isPlaying: goesOn && at < last })
  switch (press) {
    case 'on':
      return to(Math.min(last, moment + 1))
    case 'next': {
      const next = firstMomentIndex(tape, scene + 1)
      return to(next < 0 ? last : next)
    }
    case 'back': {
      const own = firstMomentIndex(tape, scene)
      return to(moment > own ? own : Math.max(0, firstMomentIndex(tape, scene - 1)))
    }
    case 'restart':
      return to(0, true)
    case 'pause':
      return to(moment, false)
    case 'play':
      return moment === last ? to(0, true) : to(moment, true)
  }
}

function listen(changed: () => void) {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

/**
 * Returns whether the page is visible.
 * Otherwise the tour pauses.
 */
const usePageVisible = (): boolean => useSyncExternalStore(listen, () => !document.hidden)

const SCENE_PARAMETER = 'step'

export interface Tour extends TourState {
  scene: number
  /** True while the tour plays and the page is visible. */
  isRunning: boolean
  isOver: boolean
  press(press: TourAction): void
}

/**
 * Returns whether the tour may start automatically.
 * Users who prefer reduced motion must press the start button.
 */
const startsByItself = () => !window.matchMedia('(prefers-reduced-motion: reduce)').matches

export function useTour(tape: TourRecording): Tour {
  const [params, setParams] = useSearchParams()
  const [playing, press] = useReducer(
    (now: TourState, how: TourAction) => reduceTourState(tape, now, how),
    null,
    () => ({ moment: firstMomentOfScene(tape, params.get(SCENE_PARAMETER)), isPlaying: startsByItself() }),
  )
  const { moment, isPlaying } = playing
  const { scene, ms } = tape.moments[moment] as TourRecording['moments'][number]
  const isWatched = usePageVisible()
  const isRunning = isPlaying && isWatched
  usePassing(moment, ms, isRunning, () => press('on'))
  const named = String(scene + 1)
  useEffect(() => {
    if (params.get(SCENE_PARAMETER) !== named) setParams({ [SCENE_PARAMETER]: named }, { replace: true })
  }, [params, named, setParams])
  return { ...playing, scene, isRunning, isOver: moment === tape.moments.length - 1, press }
}

/**
 * Calls `passed` after a moment of the tour was shown for `ms`.
 * Times in which the tour was paused do not count.
 */
function usePassing(moment: number, ms: number, isRunning: boolean, passed: () => void): void {
  const latest = useRef(passed)
  latest.current = passed
  const seen = useRef({ moment, ms: 0 })
  useEffect(() => {
    if (seen.current.moment !== moment) seen.current = { moment, ms: 0 }
    if (!isRunning) return
    const since = performance.now()
    const timer = setTimeout(() => latest.current(), ms - seen.current.ms)
    return () => {
      clearTimeout(timer)
      seen.current.ms += performance.now() - since
    }
  }, [moment, ms, isRunning])
}

async function fetchTape(): Promise<TourRecording> {
  const answer = await fetch(recordingUrl)
  if (!answer.ok) throw new Error(`The tape was answered with ${answer.status}`)
  return answer.json()
}

/** Loads the recording of the demo tour. */
export function useTourRecording() {
  const [tape, setTape] = useState<TourRecording | null>(null)
  const [failed, setFailed] = useState(false)
  const load = useCallback(() => {
    setFailed(false)
    fetchTape().then(setTape, (error) => {
      console.warn('The tour could not be loaded.', error)
      setFailed(true)
    })
  }, [])
  useEffect(load, [load])
  return { tape, failed, load }
}
