/** The last event before the moment as a sentence, or the error of a requested moment. */

import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { failureText } from '#web/calls/api.ts'
import { useAuditEventsQuery } from '#web/features/audit/history/calls.ts'
import { figure } from '#web/format/numbers.ts'
import classes from './replay.module.css'
import type { Replaying } from './use-replay.ts'

const FAILED = 'This moment could not be loaded. It is tried again.'

export interface EventLineProps {
  replay: Replaying
  /** Reason why the last step failed. */
  said: string
}

export function EventLine({ replay: { past, failure }, said }: EventLineProps) {
  const { moment, awaited } = past
  const wrong = awaited?.failure ?? (moment ? undefined : failure)
  const words = wrong ? failureText(wrong, FAILED) : said
  return (
    <p className={classes.event} role="status">
      {words || (moment ? <Happened position={Number(moment.position)} /> : 'Loading…')}
    </p>
  )
}

function Happened({ position }: { position: number }) {
  const { data } = useAuditEventsQuery({ upTo: position, limit: 1 }, { skip: position === 0 })
  const [event] = data?.events ?? []
  if (position === 0) return 'Before the first event'
  return (
    <>
      <Anchor component={Link} to={`/auditor/history?event=${position}`} inherit underline="always">
        Event {figure(position)}
      </Anchor>
      {event?.position === position && `: ${event.sentence}`}
    </>
  )
}
