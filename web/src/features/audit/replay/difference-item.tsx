/** One thing that differs: how, field by field, and the events that did it. */
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { Difference } from '#contract/comparison.ts'
import type { ThingKind } from '#contract/things.ts'
import { searchOf } from '#web/features/audit/history/history-state.ts'
import { KIND_WORDS, plainDifferences } from './compared-words.ts'
import classes from './comparison.module.css'

export interface DifferenceItemProps {
  title: string
  /** What the history calls it, where it lists what happened to such a thing. */
  thing: ThingKind | undefined
  difference: Difference
}

export function DifferenceItem({ title, thing, difference }: DifferenceItemProps) {
  const { kind } = difference
  const fields = plainDifferences(difference)
  return (
    <article className={classes.difference} data-kind={kind} aria-label={title}>
      <p className={classes.what}>
        <span className={classes.mark}>{KIND_WORDS[kind]}</span> <strong>{title}</strong>
      </p>
      {fields.length > 0 && (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ path, words, was, is }) => (
              <tr key={path}>
                <th scope="row">{words}</th>
                <td>
                  <del>{was}</del>
                </td>
                <td>
                  <ins>{is}</ins>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <MadeBy thing={thing} difference={difference} />
    </article>
  )
}

function MadeBy({ thing, difference: { id, events, eventCount } }: Omit<DifferenceItemProps, 'title'>) {
  const [last] = events
  if (last === undefined) return null
  const all =
    thing &&
    `/auditor/history${searchOf({ filter: { thing: `${thing}:${id}` }, start: { at: last }, event: undefined })}`
  return (
    <p className={classes.events}>
      Made by{' '}
      {events.map((position, index) => (
        <span key={position}>
          {index > 0 && ', '}
          <Anchor component={Link} to={`/auditor/history?event=${position}`} inherit underline="always">
            event {position.toLocaleString('en')}
          </Anchor>
        </span>
      ))}
      {eventCount > events.length && ` and ${(eventCount - events.length).toLocaleString('en')} before`}
      {all && (
        <>
          {' · '}
          <Anchor component={Link} to={all} inherit underline="always">
            All that happened to it
          </Anchor>
        </>
      )}
    </p>
  )
}
