/** A compared list: counts and differences. */
import { Button } from '@mantine/core'
import type { Compared } from '#contract/audit/comparison.ts'
import { type Failure, failureText } from '#web/calls/api.ts'
import { usePolling } from '#web/features/audit/history/use-polling.ts'
import { useScroller } from '#web/hooks/scroller.ts'
import { useComparisonPagesInfiniteQuery } from './calls.ts'
import { countWords, LISTS, titleOf } from './compared-words.ts'
import classes from './comparison.module.css'
import { DifferenceItem } from './difference-item.tsx'
import type { TwoShown } from './use-compared.ts'

export interface ComparedListProps {
  board: Compared
  two: TwoShown
}

export function ComparedList({ board, two }: ComparedListProps) {
  const scroller = useScroller<HTMLUListElement>()
  const asked = { board, ...two }
  const { data, error, refetch, hasNextPage, isFetching, fetchNextPage } = useComparisonPagesInfiniteQuery(asked)
  // The server builds the time-travel index for the first time.
  const isComing = (error as Failure | undefined)?.status === 503
  usePolling(isComing, refetch)
  const { label } = LISTS[board]
  const [first] = data?.pages ?? []
  if (!first)
    return (
      <p className={classes.list} role="status">
        <span className={classes.label}>{label}</span>{' '}
        {error ? failureText(error, 'This list could not be compared.') : 'Comparing…'}
      </p>
    )
  const differences = data?.pages.flatMap((page) => page.differences) ?? []
  if (differences.length === 0)
    return (
      <p className={classes.list}>
        <span className={classes.label}>{label}</span> No difference
      </p>
    )
  return (
    <details className={classes.list} aria-busy={isFetching}>
      <summary>
        <span className={classes.label}>{label}</span> {countWords(first)}
      </summary>
      <ul {...scroller} className={classes.differences}>
        {differences.map((difference) => (
          <li key={difference.id}>
            <DifferenceItem title={titleOf(board, difference)} thing={LISTS[board].thing} difference={difference} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="default" mih={44} loading={isFetching} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </details>
  )
}
