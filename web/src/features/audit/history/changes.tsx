/** Rows that an event changed: each changed field before and after. */
import { Skeleton } from '@mantine/core'
import { kindWords } from '#contract/audit/kind-words.ts'
import { type Failure, failureText } from '#web/calls/api.ts'
import { ErrorState } from '#web/components/states.tsx'
import { type Change, useChangesQuery } from './calls.ts'
import { differences } from './differences.ts'
import classes from './drawer.module.css'
import { reportWords } from './filter-words.ts'
import { usePolling } from './use-polling.ts'

export function Changes({ position }: { position: number }) {
  const { data, error, refetch } = useChangesQuery({ position })
  // The server builds the time-travel index for the first time.
  const isComing = !data && (error as Failure | undefined)?.status === 503
  usePolling(isComing, refetch)
  if (isComing)
    return (
      <p className={classes.note} role="status">
        {failureText(error, 'It is being looked up…')}
      </p>
    )
  if (error && !data)
    return (
      <ErrorState message={failureText(error, 'What it changed could not be loaded')} retry={() => void refetch()} />
    )
  if (!data) return <Skeleton height={96} role="status" aria-label="Loading…" />
  if (data.changes.length === 0) return <p className={classes.note}>No row of a screen was changed by it.</p>
  return (
    <ul className={classes.changes}>
      {data.changes.map((change) => (
        <li key={`${change.view} ${change.id}`}>
          <Changed {...change} />
        </li>
      ))}
    </ul>
  )
}

function Changed({ view, id, before, after }: Change) {
  return (
    <table className={classes.table}>
      <caption>
        {kindWords(view)} {reportWords(id) ?? id}
        {before === null && ' – new'}
      </caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {differences(before, after).map(({ field, was, is }) => (
          <tr key={field}>
            <th scope="row">{field}</th>
            <td>{was === undefined ? '–' : <del>{was}</del>}</td>
            <td>{is === undefined ? '–' : <ins>{is}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
