/** Bar of the replay: timeline, event of the moment, and controls. */
import { useParam } from './use-param.ts'
import '#web/components/inputs.ts'
import { Button, NativeSelect } from '@mantine/core'
import { useNavigate } from 'react-router'
import { EventLine } from './event-line.tsx'
import { Follow } from './follow.tsx'
import { Jump } from './jump.tsx'
import { allOf, timeOf } from './moment-words.ts'
import classes from './replay.module.css'
import { SPANS, spanOf } from './timeline.ts'
import { Timeline } from './timeline-view.tsx'
import { Transport } from './transport.tsx'
import { usePlaying } from './use-playing.ts'
import type { Replaying } from './use-replay.ts'
import { useSteps } from './use-steps.ts'

export interface ReplayBarProps {
  replay: Replaying
  boards: readonly { path: string; label: string }[]
  /** Path of the visible screen. */
  board: string
  /** Address of the replay. */
  base: string
}

const ZOOMS = Object.entries(SPANS).map(([value, { label }]) => ({ value, label }))

export function ReplayBar({ replay, boards, board, base }: ReplayBarProps) {
  const { past, go, density, goToNow, compared } = replay
  const [params, set] = useParam()
  const navigate = useNavigate()
  const follow = params.get('follow')
  const span = spanOf(params.get('span'))
  const all = density && allOf(density)
  const time = timeOf(replay)
  const seek = (next: number) => go(new Date(next).toISOString())
  const playing = usePlaying(time, all?.to, seek)
  const { play } = playing
  const steps = useSteps(past.moment?.position, follow, go)
  /** A manual change stops the playback. */
  const byHand = (next: number) => {
    play(false)
    seek(next)
  }
  const isListed = boards.some(({ path }) => path === board)

  return (
    <section className={classes.bar} aria-label="Timeline">
      {all && time !== undefined && (
        <Timeline all={all} time={time} second={compared.secondTime} span={span} seek={byHand} />
      )}
      <div className={classes.controls}>
        <Transport steps={steps} playing={playing} />
        <Button
          variant="default"
          mih={44}
          onClick={() => {
            play(false)
            goToNow()
          }}
        >
          Now
        </Button>
        <NativeSelect
          aria-label="Board"
          size="md"
          data={[...(isListed ? [] : [{ value: board, label: 'One of its pages' }]), ...boards].map((each) =>
            'path' in each ? { value: each.path, label: each.label } : each,
          )}
          value={board}
          onChange={({ currentTarget }) => void navigate(`${base}${currentTarget.value}?${params}`)}
        />
        <Button
          variant="default"
          mih={44}
          aria-label="Compare with this moment"
          disabled={!past.moment}
          onClick={() => past.moment && compared.compareWith(past.moment.at)}
        >
          Compare
        </Button>
        <EventLine replay={replay} said={steps.said} />
      </div>
      <details className={classes.more}>
        <summary>Jump, compare, zoom, follow</summary>
        <div className={classes.fields}>
          <Jump key={minuteOf(time)} label="Day and time" action="Go" time={time} seek={byHand} />
          <Jump
            key={`second ${minuteOf(compared.secondTime)}`}
            label="Compare with day and time"
            action="Compare"
            time={compared.secondTime}
            seek={(second) => compared.compareWith(new Date(second).toISOString())}
          />
          <NativeSelect
            label="Timeline shows"
            size="md"
            data={ZOOMS}
            value={span}
            onChange={({ currentTarget }) => set('span', currentTarget.value === 'all' ? '' : currentTarget.value)}
          />
          <Follow key={follow} thing={follow} choose={(thing) => set('follow', thing)} />
        </div>
      </details>
    </section>
  )
}

/** Key of the field, which remounts when its time changes by a minute. */
const minuteOf = (time: number | undefined) => (time === undefined ? '' : Math.floor(time / 60_000))
