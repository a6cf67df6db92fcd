/** Frame of a replayed screen; colour, border and text mark it as not live. */
import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTitlePrefix } from '#web/lib/hooks/page.ts'
import { momentWords } from './moment-words.ts'
import classes from './replay.module.css'
import type { ReplayScreenState } from './use-replay.ts'

export interface ReplayFrameProps {
  replay: ReplayScreenState
  bar: ReactNode
  /** Content between the title and the screen. */
  comparison: ReactNode
  /** The replayed screen. */
  children: ReactNode
}

export function ReplayFrame({ replay: { past }, bar, comparison, children }: ReplayFrameProps) {
  const { moment, awaited } = past
  useTitlePrefix('Replay')
  return (
    <div className={classes.frame}>
      <p className={classes.title}>
        {moment ? `Replay of ${momentWords(Date.parse(moment.time))}, not live` : 'Replay, not live'}
      </p>
      {comparison}
      <section
        className={classes.board}
        aria-label="The board as it was"
        aria-busy={awaited !== null && !awaited.failure}
      >
        {moment ? children : <Skeleton height={320} m="md" w="auto" />}
      </section>
      {bar}
    </div>
  )
}
