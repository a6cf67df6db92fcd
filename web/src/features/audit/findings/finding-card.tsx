/** One finding: sentence, its events, history and actions. */

import { useId } from 'react'
import { Link } from 'react-router'
import type { Finding } from '#contract/views.ts'
import { Badge, SimulatedBadge } from '#web/components/badge.tsx'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { figure } from '#web/format/numbers.ts'
import { exactTime } from '#web/format/times.ts'
import { FindingActions } from './finding-actions.tsx'
import { deedOf, RULE_WORDS, STATUS_WORDS, STEP_WORDS, whoOf } from './finding-words.ts'
import classes from './findings.module.css'

const HISTORY = '/auditor/history'

export function FindingCard({ finding }: { finding: Finding }) {
  const titleId = useId()
  const { about, status, rule, happened_at } = finding
  const { label, tone } = STATUS_WORDS[status]
  return (
    <li>
      <article className={classes.card} aria-labelledby={titleId} data-finding={finding.id}>
        <div className={classes.head}>
          <h3 id={titleId} className={classes.title}>
            {RULE_WORDS[rule]}
          </h3>
          <Badge tone={tone}>{label}</Badge>
          <SimulatedBadge of={finding} />
          <span className={classes.when}>
            <RelativeTime iso={happened_at} />
          </span>
        </div>
        <p className={classes.sentence}>
          {about.userId ? (
            <Link to={`${HISTORY}?${new URLSearchParams({ actor: about.userId })}`}>{whoOf(finding)}</Link>
          ) : (
            whoOf(finding)
          )}{' '}
          {deedOf(finding)}
        </p>
        <Evidence positions={finding.evidence} />
        {finding.steps.length > 0 && <Steps steps={finding.steps} />}
        <FindingActions finding={finding} />
      </article>
    </li>
  )
}

function Evidence({ positions }: { positions: Finding['evidence'] }) {
  return (
    <div className={classes.evidence}>
      <span>Evidence</span>
      <ul>
        {positions.map((position) => (
          <li key={position}>
            <Link to={`${HISTORY}?event=${position}`}>Event {figure(position)}</Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Steps({ steps }: Pick<Finding, 'steps'>) {
  return (
    <ol className={classes.steps} aria-label="What was done about it">
      {steps.map(({ status, at, by_name, note }) => (
        <li key={`${at} ${status}`}>
          <span>
            {by_name} {STEP_WORDS[status]}, <time dateTime={at}>{exactTime(at)}</time>
          </span>
          {note && <p className={classes.note}>{note}</p>}
        </li>
      ))}
    </ol>
  )
}
