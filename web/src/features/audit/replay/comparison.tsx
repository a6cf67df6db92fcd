/** Differences between the visible and a second moment, list by list. */
import { Button } from '@mantine/core'
import { COMPARED_LISTS } from '#contract/audit/comparison.ts'
import { failureText } from '#web/lib/api/api.ts'
import { ComparedList } from './compared-list.tsx'
import classes from './comparison.module.css'
import { momentWords } from './moment-words.ts'
import type { Compared } from './use-compared.ts'
import type { ReplayScreenState } from './use-replay.ts'

const SAME = 'Nothing happened between these moments. Move along the timeline to see what differs.'
const words = ({ at }: { at: string }) => momentWords(Date.parse(at))

export function Comparison({ replay: { compared, past, go } }: { replay: ReplayScreenState }) {
  const { second, two, from, to, compareWith } = compared
  if (second === null || !two) return null
  const shown = past.moment?.at
  function swap() {
    compareWith(shown ?? '')
    go(second ?? '')
  }
  return (
    <section className={classes.panel} aria-label="Differences between two moments">
      <div className={classes.head}>
        <h2 className={classes.title}>{from && to ? `From ${words(from)} to ${words(to)}` : 'Two moments compared'}</h2>
        <Button variant="default" mih={44} onClick={swap}>
          Show the other moment
        </Button>
        <Button variant="default" mih={44} onClick={() => compareWith('')}>
          End comparison
        </Button>
      </div>
      <Body {...compared} />
    </section>
  )
}

function Body({ two, from, to, failure }: Compared) {
  // A retry would return the same error; pending results show in each list.
  const isWrong = failure !== undefined && failure.status >= 400 && failure.status < 500
  if (isWrong)
    return <p className={classes.said} role="status">{`The second moment: ${failureText(failure, 'wrong')}`}</p>
  if (from && from.position === to?.position)
    return (
      <p className={classes.said} role="status">
        {SAME}
      </p>
    )
  return two && COMPARED_LISTS.map((board) => <ComparedList key={board} board={board} two={two} />)
}
