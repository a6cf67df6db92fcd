/** Frame and bar of the replay: timeline, current event and controls. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import '#web/ui/input-styles.ts'
import { Anchor, Button, NativeSelect, Skeleton } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { toDateTimeFieldValueIn } from '#domain/city-time.ts'
import { parseDateTimeFieldIn } from '#domain/wall-clock.ts'
import { failureTextOf } from '#web/lib/api/api.ts'
import { useAuditEventsQuery } from '#web/lib/api/audit-events.ts'
import { getInvalidDateTimeText } from '#web/lib/format/dates.ts'
import { accessibleActionNameOf } from '#web/lib/format/names.ts'
import { formatNumber } from '#web/lib/format/numbers.ts'
import { useCitySettings } from '#web/lib/format/times.ts'
import { useTitlePrefix } from '#web/lib/hooks/page.ts'
import { DateTimeField } from '#web/ui/date-field/moment-field.tsx'
import classes from './replay.module.css'
import {
  EventSubjectFilter,
  PlaybackControls,
  TimelineScrubber,
  useEventStepper,
  usePlayback,
} from './replay-controls.tsx'
import {
  formatReplayMoment,
  getTimelineSpanLabels,
  logPeriodOf,
  parseTimelineSpan,
  type ReplayScreenState,
  requestedTimeOf,
  TIMELINE_BAR_COUNT,
  type TimelineSpan,
  type TimeWindow,
  timeWindowOf,
  useDensityQuery,
  useReplayParams,
} from './use-replay.ts'

interface ReplayBarProps {
  replay: ReplayScreenState
  boards: readonly { path: string; label: string }[]
  /** Path of the screen that is replayed. */
  board: string
  /** First part of the address: the replay's path, before the screen's path. */
  base: string
}

const spanOptions = () => Object.entries(getTimelineSpanLabels()).map(([value, label]) => ({ value, label }))

export function ReplayBar({ replay, boards, board, base }: ReplayBarProps) {
  const { past, go, density, goToNow, compared } = replay
  const [params, set] = useReplayParams()
  const navigate = useNavigate()
  const follow = params.get('follow')
  const span = parseTimelineSpan(params.get('span'))
  const all = density && logPeriodOf(density)
  const time = requestedTimeOf(replay)
  const seek = (next: number) => go(new Date(next).toISOString())
  const playing = usePlayback(time, all?.to, seek)
  const { play } = playing
  const steps = useEventStepper(past.moment?.position, follow, go)
  /** Moves to a chosen time and stops playback. */
  const byHand = (next: number) => {
    play(false)
    seek(next)
  }
  const isListed = boards.some(({ path }) => path === board)

  return (
    <section className={classes.bar} aria-label={t`Timeline`}>
      {all && time !== undefined && (
        <Timeline all={all} time={time} second={compared.secondTime} span={span} seek={byHand} />
      )}
      <div className={classes.controls}>
        <PlaybackControls steps={steps} playing={playing} />
        <Button
          variant="default"
          onClick={() => {
            play(false)
            goToNow()
          }}
        >
          <Trans>Now</Trans>
        </Button>
        <NativeSelect
          aria-label={t`Board`}
          size="md"
          data={[...(isListed ? [] : [{ value: board, label: t`Another page` }]), ...boards].map((each) =>
            'path' in each ? { value: each.path, label: each.label } : each,
          )}
          value={board}
          onChange={({ currentTarget }) => void navigate(`${base}${currentTarget.value}?${params}`)}
        />
        <Button
          variant="default"
          aria-label={accessibleActionNameOf(t`Compare`, t`this moment`)}
          disabled={!past.moment}
          onClick={() => past.moment && compared.compareWith(past.moment.at)}
        >
          <Trans>Compare</Trans>
        </Button>
        <EventLine replay={replay} said={steps.said} />
      </div>
      <details className={classes.more}>
        <summary>
          <Trans>Go to a time, compare, zoom, follow an item</Trans>
        </summary>
        <div className={classes.fields}>
          <MomentForm key={minuteOf(time)} label={t`Day and time`} action={t`Go`} time={time} seek={byHand} />
          <MomentForm
            key={`second ${minuteOf(compared.secondTime)}`}
            label={t`Compare with day and time`}
            action={t`Compare`}
            time={compared.secondTime}
            seek={(second) => compared.compareWith(new Date(second).toISOString())}
          />
          <NativeSelect
            label={t`Timeline shows`}
            size="md"
            data={spanOptions()}
            value={span}
            onChange={({ currentTarget }) => set('span', currentTarget.value === 'all' ? '' : currentTarget.value)}
          />
          <EventSubjectFilter key={follow} thing={follow} choose={(thing) => set('follow', thing)} />
        </div>
      </details>
    </section>
  )
}

/** Returns a React key that changes each minute, to reset the time field. */
const minuteOf = (time: number | undefined) => (time === undefined ? '' : Math.floor(time / 60_000))

interface EventLineProps {
  replay: ReplayScreenState
  /** Says why the last step to the next or previous event failed. */
  said: string
}

function EventLine({ replay: { past, failure }, said }: EventLineProps) {
  const { moment, awaited } = past
  const wrong = awaited?.failure ?? (moment ? undefined : failure)
  const words = wrong ? failureTextOf(wrong, t`This moment could not be loaded. Trying again…`) : said
  return (
    <p className={classes.event} role="status">
      {words || (moment ? <CurrentEvent position={Number(moment.position)} /> : t`Loading…`)}
    </p>
  )
}

function CurrentEvent({ position }: { position: number }) {
  const { data } = useAuditEventsQuery({ upTo: position, limit: 1 }, { skip: position === 0 })
  const [event] = data?.events ?? []
  if (position === 0) return t`Before the first event`
  return (
    <>
      <Anchor component={Link} to={`/auditor/history?event=${position}`} inherit underline="always">
        {t`Event ${{ position: formatNumber(position) }}`}
      </Anchor>
      {event?.position === position && <span>{`: ${event.sentence}`}</span>}
    </>
  )
}

interface TimelineProps {
  /** Period from the first event of the log to the last. */
  all: TimeWindow
  time: number
  /** Time of the second moment of the comparison. */
  second: number | undefined
  span: TimelineSpan
  seek(time: number): void
}

const toIso = (time: number) => new Date(time).toISOString()

function Timeline({ all, time, second, span, seek }: TimelineProps) {
  const [held, setHeld] = useState<TimeWindow | null>(null)
  const shown = held ?? timeWindowOf(span, time, all)
  // The query excludes its end, so 1 ms is added.
  const { data } = useDensityQuery({ from: toIso(shown.from), to: toIso(shown.to + 1), buckets: TIMELINE_BAR_COUNT })
  return (
    <TimelineScrubber
      counts={data?.counts ?? []}
      shown={shown}
      all={all}
      time={time}
      second={second}
      seek={seek}
      hold={(holds) => setHeld(holds ? shown : null)}
    />
  )
}

interface MomentFormProps {
  label: string
  /** Text of the button that submits the entered time. */
  action: string
  time: number | undefined
  seek(time: number): void
}

function MomentForm({ label, action, time, seek }: MomentFormProps) {
  const { timeZone, name } = useCitySettings()
  const [field, setField] = useState(() => (time === undefined ? '' : toDateTimeFieldValueIn(timeZone, time)))
  const [wrong, setWrong] = useState('')
  function submit(event: FormEvent) {
    event.preventDefault()
    const chosen = parseDateTimeFieldIn(timeZone, field)
    setWrong(Number.isNaN(chosen) ? getInvalidDateTimeText() : '')
    if (!Number.isNaN(chosen)) seek(chosen)
  }
  return (
    <form className={classes.jump} onSubmit={submit} noValidate>
      <DateTimeField
        toward="past"
        quick={false}
        label={`${label} (${name})`}
        value={field}
        error={wrong}
        onChange={setField}
      />
      <Button type="submit" variant="default">
        {action}
      </Button>
    </form>
  )
}

interface ReplayFrameProps {
  replay: ReplayScreenState
  bar: ReactNode
  /** Comparison panel, shown between the title and the screen. */
  comparison: ReactNode
  /** The screen to replay, which the frame surrounds. */
  children: ReactNode
}

/**
 * Frame around a replayed screen.
 * Colour, border and text show that it is not live.
 */
export function ReplayFrame({ replay: { past }, bar, comparison, children }: ReplayFrameProps) {
  const { moment, awaited } = past
  useTitlePrefix(t`Replay`)
  return (
    <div className={classes.frame}>
      <p className={classes.title}>
        {moment
          ? t`Replay of ${{ moment: formatReplayMoment(Date.parse(moment.time)) }}, not live`
          : t`Replay, not live`}
      </p>
      {comparison}
      <section
        className={classes.board}
        aria-label={t`The board as it was`}
        aria-busy={awaited !== null && !awaited.failure}
      >
        {moment && children}
        {!moment && !awaited?.failure && <Skeleton height={320} m="md" w="auto" />}
      </section>
      {bar}
    </div>
  )
}
