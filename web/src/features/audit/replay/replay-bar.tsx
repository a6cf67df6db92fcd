/** The bar along the bottom of the replay: the timeline, what happened at the moment, and all that leads to another one. */
import '#web/components/inputs.ts'
import { Button, NativeSelect } from '@mantine/core'
import { useNavigate, useSearchParams } from 'react-router'
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
  /** The path of the one that is shown. */
  board: string
  /** The address of the replay. */
  base: string
}

const ZOOMS = Object.entries(SPANS).map(([value, { label }]) => ({ value, label }))

export function ReplayBar({ replay, boards, board, base }: ReplayBarProps) {
  const { past, go, density, goToNow } = replay
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
  /** Whoever leads elsewhere by hand has seen enough of it. */
  const byHand = (next: number) => {
    play(false)
    seek(next)
  }
  const isListed = boards.some(({ path }) => path === board)

  return (
    <section className={classes.bar} aria-label="Timeline">
      {all && time !== undefined && <Timeline all={all} time={time} span={span} seek={byHand} />}
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
        <EventLine replay={replay} said={steps.said} />
      </div>
      <details className={classes.more}>
        <summary>Jump, zoom, follow</summary>
        <div className={classes.fields}>
          <Jump key={time === undefined ? '' : Math.floor(time / 60_000)} time={time} seek={byHand} />
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

/** The address's search, and how to set a part of it; '' takes it out. */
function useParam() {
  const [params, setParams] = useSearchParams()
  const set = (name: string, value: string) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        if (value) after.set(name, value)
        else after.delete(name)
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  return [params, set] as const
}
