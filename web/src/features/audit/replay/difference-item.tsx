/** A changed thing: kind of change, fields, and its events. */

import { Anchor } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import type { Difference } from '#contract/audit/comparison.ts'
import type { ThingKind } from '#contract/audit/things.ts'
import { searchOf } from '#web/features/audit/history/history-state.ts'
import { figure } from '#web/format/numbers.ts'
import { KIND_WORDS, plainDifferences } from './compared-words.ts'
import classes from './comparison.module.css'

export interface DifferenceItemProps {
  title: string
  /** The history's kind of the thing, if it lists its events. */
  thing: ThingKind | undefined
  difference: Difference
}

export function DifferenceItem({ title, thing, difference }: DifferenceItemProps) {
  const { kind, before } = difference
  const isKnown = before !== null
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
              {isKnown && <th scope="col">Before</th>}
              <th scope="col">{isKnown ? 'After' : 'As it came'}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ path, words, was, is }) => (
              <tr key={path}>
                <th scope="row">{words}</th>
                {isKnown && (
                  <td>
                    <del>{was}</del>
                  </td>
                )}
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
  const [params] = useSearchParams()
  const [last] = events
  if (last === undefined) return null
  const all =
    thing &&
    `/auditor/history${searchOf({ filter: { thing: `${thing}:${id}` }, start: { at: last }, event: undefined })}`
  const followed = `?${new URLSearchParams([...params].filter(([name]) => name !== 'follow').concat([['follow', `${thing}:${id}`]]))}`
  return (
    <p className={classes.events}>
      Made by{' '}
      {events.map((position, index) => (
        <span key={position}>
          {index > 0 && ', '}
          <Anchor component={Link} to={`/auditor/history?event=${position}`} inherit underline="always">
            event {figure(position)}
          </Anchor>
        </span>
      ))}
      {eventCount > events.length && ` and ${figure(eventCount - events.length)} before`}
      {all && (
        <>
          {' · '}
          <Anchor component={Link} to={all} inherit underline="always">
            All that happened to it
          </Anchor>
          {' · '}
          <Anchor component={Link} to={followed} inherit underline="always">
            Follow it
          </Anchor>
        </>
      )}
    </p>
  )
}
