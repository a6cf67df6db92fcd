/** Controls of the replay bar: timeline, playback, event steps, object filter. */

import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconPlayerSkipBack, IconPlayerSkipForward } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, memo, type PointerEvent, useEffect, useRef, useState } from 'react'
import { failureTextOf, type RequestFailure } from '#web/lib/api/api.ts'
import {
  indexedLogPercentOf,
  POLL_INTERVAL_MS,
  useAuditEventsQuery,
  useLazyAuditEventsQuery,
  usePolling,
} from '#web/lib/api/audit-events.ts'
import { formatNumber, withUnit } from '#web/lib/format/numbers.ts'
import { formatExactTime } from '#web/lib/format/times.ts'
import classes from './replay.module.css'
import {
  barHeightsOf,
  clampTime,
  formatReplayMoment,
  moveTimeByKey,
  type TimeWindow,
  timeAtShare,
  timelineShareOf,
} from './use-replay.ts'

interface TimelineScrubberProps {
  counts: readonly number[]
  /** `shown` is the part of the timeline that is visible, `all` is the whole timeline. */
  shown: TimeWindow
  all: TimeWindow
  time: number
  /** Time of a comparison's second moment, marked on the timeline. */
  second: number | undefined
  seek(time: number): void
  /** Called with true when a drag starts, false when it ends. */
  hold(held: boolean): void
}

/** Timeline with event counts and a draggable handle. */
export function TimelineScrubber({ counts, shown, all, time, second, seek, hold }: TimelineScrubberProps) {
  const held = useRef(false)
  function follow({ currentTarget, clientX }: PointerEvent<HTMLElement>) {
    const { left, width } = currentTarget.getBoundingClientRect()
    seek(clampTime(timeAtShare((clientX - left) / width, shown), all))
  }
  function take(event: PointerEvent<HTMLElement>) {
    event.currentTarget.setPointerCapture(event.pointerId)
    held.current = true
    hold(true)
    follow(event)
  }
  function leave() {
    held.current = false
    hold(false)
  }
  function press(event: KeyboardEvent) {
    const next = moveTimeByKey(event.key, time, shown, all)
    if (next === undefined) return
    event.preventDefault()
    seek(next)
  }
  return (
    <div
      className={classes.scrubber}
      role="slider"
      tabIndex={0}
      aria-label={t`Moment`}
      aria-valuemin={all.from}
      aria-valuemax={all.to}
      aria-valuenow={time}
      aria-valuetext={formatExactTime(new Date(time).toISOString())}
      onPointerDown={take}
      onPointerMove={(event) => held.current && follow(event)}
      onPointerUp={leave}
      onPointerCancel={leave}
      onKeyDown={press}
    >
      <Bars counts={counts} />
      {second !== undefined && (
        <span className={classes.second} style={{ left: `${timelineShareOf(second, shown) * 100}%` }} />
      )}
      <span className={classes.handle} style={{ left: `${timelineShareOf(time, shown) * 100}%` }} />
      <span className={classes.ends} aria-hidden="true">
        <span>{formatReplayMoment(shown.from)}</span>
        <span>{formatReplayMoment(shown.to)}</span>
      </span>
    </div>
  )
}

const BARS_HEIGHT = 40

const Bars = memo(function Bars({ counts }: { counts: readonly number[] }) {
  return (
    <svg
      className={classes.bars}
      viewBox={`0 0 ${counts.length} ${BARS_HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      {barHeightsOf(counts).map((height, part) =>
        height > 0 ? (
          // The bars' order is fixed, so the index is a stable key.
          <rect key={part} x={part} width={0.8} y={BARS_HEIGHT * (1 - height)} height={BARS_HEIGHT * height} />
        ) : null,
      )}
    </svg>
  )
})

const BUTTON_SIZE = 44

/** Multiples of real time at which the past can be played. */
const SPEEDS = [1, 60, 600, 3_600] as const
type Speed = (typeof SPEEDS)[number]

const speedOptions = () => SPEEDS.map((pace) => ({ value: String(pace), label: `×${formatNumber(pace)}` }))

/** Buttons for playback and for stepping from event to event. */
export function PlaybackControls({
  steps,
  playing: { playing, pace, play, setPace },
}: {
  steps: EventStepper
  playing: Playback
}) {
  const step = (way: 'back' | 'forward') => {
    play(false)
    steps.step(way)
  }
  return (
    <>
      <ActionIcon
        variant="default"
        size={BUTTON_SIZE}
        aria-label={t`Previous event`}
        aria-busy={steps.stepping}
        onClick={() => step('back')}
      >
        <IconPlayerSkipBack size={18} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={BUTTON_SIZE}
        aria-label={playing ? t`Pause` : t`Play`}
        onClick={() => play(!playing)}
      >
        {playing ? <IconPlayerPause size={18} aria-hidden="true" /> : <IconPlayerPlay size={18} aria-hidden="true" />}
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={BUTTON_SIZE}
        aria-label={t`Next event`}
        aria-busy={steps.stepping}
        onClick={() => step('forward')}
      >
        <IconPlayerSkipForward size={18} aria-hidden="true" />
      </ActionIcon>
      <NativeSelect
        aria-label={t`Speed`}
        size="md"
        w={104}
        data={speedOptions()}
        value={String(pace)}
        onChange={({ currentTarget }) => setPace(Number(currentTarget.value) as Speed)}
      />
    </>
  )
}

interface EventSubjectFilterProps {
  thing: string | null
  /** Called with the chosen object, such as a truck; '' means events of all objects. */
  choose(thing: string): void
}

/**
 * Form that limits the steps of a replay to events about one object, such as a truck.
 * Shows the number of these events.
 */
export function EventSubjectFilter({ thing, choose }: EventSubjectFilterProps) {
  const [typed, setTyped] = useState(thing ?? '')
  const { said, isWrong } = useEventCount(thing)
  function submit(event: FormEvent) {
    event.preventDefault()
    choose(typed.trim())
  }
  return (
    <form className={classes.jump} onSubmit={submit} noValidate>
      <TextInput
        label={t`Follow one item`}
        placeholder={t`Such as T001, a site or a report`}
        size="md"
        value={typed}
        error={isWrong && said}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button type="submit" variant="default">
        <Trans>Follow</Trans>
      </Button>
      {thing !== null && (
        <Button variant="subtle" onClick={() => choose('')}>
          <Trans>Stop following</Trans>
        </Button>
      )}
      {!isWrong && (
        <p className={classes.followed} role="status">
          {said}
        </p>
      )}
    </form>
  )
}

/** Returns a text with the number of events about an object, or with the error. */
function useEventCount(thing: string | null) {
  const { data, error, refetch } = useAuditEventsQuery({ thing: thing ?? '', limit: 1 }, { skip: thing === null })
  usePolling(data?.preparing !== undefined, refetch)
  if (thing === null) return { said: '', isWrong: false }
  if (error) return { said: failureTextOf(error, t`The events could not be loaded.`), isWrong: true }
  if (!data || data.preparing) return { said: t`Searching…`, isWrong: false }
  const count = data.events.length + data.older
  if (count === 0) return { said: t`No events for ${thing}.`, isWrong: true }
  return { said: t`${plural(count, { one: '# event', other: '# events' })} found`, isWrong: false }
}

const FRAME_MS = 50

interface Playback {
  playing: boolean
  pace: Speed
  play(on: boolean): void
  setPace(pace: Speed): void
}

/** Plays the past from `time` to `until`, both in epoch ms. */
export function usePlayback(
  time: number | undefined,
  until: number | undefined,
  seek: (time: number) => void,
): Playback {
  const [playing, play] = useState(false)
  const [pace, setPace] = useState<Speed>(60)
  const latest = useRef({ time, until, seek })
  latest.current = { time, until, seek }
  useEffect(() => {
    const { time: begin } = latest.current
    if (!playing || begin === undefined) return
    let at = begin
    let last = performance.now()
    const timer = setInterval(() => {
      const now = performance.now()
      const { until: end = at } = latest.current
      at = Math.min(at + (now - last) * pace, end)
      last = now
      latest.current.seek(at)
      if (at >= end) play(false)
    }, FRAME_MS)
    return () => clearInterval(timer)
  }, [playing, pace])
  return { playing, pace, play, setPace }
}

interface EventStepper {
  /** Message that says why the replay's last step failed; '' after a success. */
  said: string
  stepping: boolean
  step(way: 'back' | 'forward'): void
}

function endText(way: 'back' | 'forward', thing: string | null): string {
  if (thing !== null) return way === 'back' ? t`No earlier events for this item.` : t`No later events for this item.`
  return way === 'back' ? t`No earlier events.` : t`No later events.`
}

/**
 * Returns functions that go from the event at `position` to the previous or next event.
 * `thing` limits them to the events of one object, such as `truck:T001`.
 * Null means all events.
 */
export function useEventStepper(
  position: string | undefined,
  thing: string | null,
  go: (at: string) => void,
): EventStepper {
  const [ask, { isFetching }] = useLazyAuditEventsQuery()
  const [said, setSaid] = useState('')
  /**
   * Number of the user's latest step through the events.
   * Results of earlier steps are ignored.
   */
  const last = useRef(0)
  useEffect(() => () => void last.current++, [])
  async function lead(way: 'back' | 'forward') {
    if (position === undefined) return
    const from = Number(position)
    const where = way === 'back' ? { before: from } : { after: from }
    const own = ++last.current
    while (own === last.current) {
      const { data, error } = await ask({ ...where, limit: 1, ...(thing !== null && { thing }) })
      if (own !== last.current) return
      const isLater = (error as RequestFailure | undefined)?.status === 503
      if (error) setSaid(failureTextOf(error, t`The event could not be found. Please try again in a moment.`))
      else if (data?.preparing)
        setSaid(t`Indexing history: ${{ percent: withUnit(indexedLogPercentOf(data.preparing), '%') }} of the log…`)
      else {
        const [event] = data?.events ?? []
        if (event) go(String(event.position))
        setSaid(event ? '' : endText(way, thing))
      }
      if (!data?.preparing && !isLater) return
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
    }
  }
  return { said, stepping: isFetching, step: (way) => void lead(way) }
}
