/** Compares the shown moment of a replay with a second moment, list by list. */

import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import { COMPARED_LISTS, type ComparedListName, type ComparedRowDifference } from '#contract/audit/comparison.ts'
import type { EventSubjectKind } from '#contract/audit/event-subjects.ts'
import { failureTextOf, type RequestFailure } from '#web/lib/api/api.ts'
import { usePolling } from '#web/lib/api/audit-events.ts'
import { formatNumber } from '#web/lib/format/numbers.ts'
import { useKeyboardScrollable } from '#web/ui/page.tsx'
import {
  comparedRowTitleOf,
  describeDifferenceCounts,
  getComparedListLabels,
  getDifferenceKindLabels,
  plainDifferencesOf,
} from './comparison-texts.ts'
import classes from './replay.module.css'
import {
  type ComparedMoments,
  type ComparisonState,
  formatReplayMoment,
  type ReplayScreenState,
  useComparisonPagesInfiniteQuery,
} from './use-replay.ts'

const momentLabel = ({ at }: { at: string }) => formatReplayMoment(Date.parse(at))

export function MomentComparisonPanel({ replay: { compared, past, go } }: { replay: ReplayScreenState }) {
  const { second, two, from, to, compareWith } = compared
  if (second === null || !two) return null
  const shown = past.moment?.at
  function swap() {
    compareWith(shown ?? '')
    go(second ?? '')
  }
  return (
    <section className={classes.panel} aria-label={t`Differences between two moments`}>
      <div className={classes.head}>
        <h2 className={classes.comparisonTitle}>
          {from && to
            ? t`From ${{ first: momentLabel(from) }} to ${{ second: momentLabel(to) }}`
            : t`Two moments compared`}
        </h2>
        <Button variant="default" onClick={swap}>
          <Trans>Show the other moment</Trans>
        </Button>
        <Button variant="default" onClick={() => compareWith('')}>
          <Trans>End comparison</Trans>
        </Button>
      </div>
      <ComparisonBody {...compared} />
    </section>
  )
}

function ComparisonBody({ two, from, to, failure }: ComparisonState) {
  // Offers no retry after a 4xx error, because the retry would fail too.
  // While the lists load, each list shows its own state.
  const isWrong = failure !== undefined && failure.status >= 400 && failure.status < 500
  if (isWrong)
    return (
      <p
        className={classes.said}
        role="status"
      >{t`The second moment: ${{ reason: failureTextOf(failure, t`This moment is not valid.`) }}`}</p>
    )
  if (from && from.position === to?.position)
    return (
      <p className={classes.said} role="status">
        <Trans>Nothing happened between these moments. Choose another moment on the timeline to see differences.</Trans>
      </p>
    )
  return two && COMPARED_LISTS.map((board) => <ComparedList key={board} board={board} two={two} />)
}

interface ComparedListProps {
  board: ComparedListName
  two: ComparedMoments
}

/** One list in the comparison of two times: counts of its differences, and the changed items. */
function ComparedList({ board, two }: ComparedListProps) {
  const scroller = useKeyboardScrollable<HTMLUListElement>()
  const asked = { board, ...two }
  const { data, error, refetch, hasNextPage, isFetching, fetchNextPage } = useComparisonPagesInfiniteQuery(asked)
  // Status 503: the server is still building the time-travel index.
  const isComing = (error as RequestFailure | undefined)?.status === 503
  usePolling(isComing, refetch)
  const { label } = getComparedListLabels()[board]
  const [first] = data?.pages ?? []
  if (!first)
    return (
      <p className={classes.list} role="status">
        <span className={classes.label}>{label}</span>{' '}
        <span>{error ? failureTextOf(error, t`This list could not be compared.`) : t`Comparing…`}</span>
      </p>
    )
  const differences = data?.pages.flatMap((page) => page.differences) ?? []
  if (differences.length === 0)
    return (
      <p className={classes.list}>
        <span className={classes.label}>{label}</span>{' '}
        <span>
          <Trans>No difference</Trans>
        </span>
      </p>
    )
  return (
    <details className={classes.list} aria-busy={isFetching}>
      <summary>
        <span className={classes.label}>{label}</span> <span>{describeDifferenceCounts(first)}</span>
      </summary>
      <ul {...scroller} className={classes.differences}>
        {differences.map((difference) => (
          <li key={difference.id}>
            <DifferenceItem
              title={comparedRowTitleOf(board, difference)}
              thing={getComparedListLabels()[board].thing}
              difference={difference}
            />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="default" loading={isFetching} onClick={() => void fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </details>
  )
}

interface DifferenceItemProps {
  title: string
  /** Kind of the object, if the history's filter offers it. */
  thing: EventSubjectKind | undefined
  difference: ComparedRowDifference
}

function DifferenceItem({ title, thing, difference }: DifferenceItemProps) {
  const { kind, before } = difference
  const isKnown = before !== null
  const fields = plainDifferencesOf(difference)
  return (
    <article className={classes.difference} data-kind={kind} aria-label={title}>
      <p className={classes.what}>
        <span className={classes.mark}>{getDifferenceKindLabels()[kind]}</span> <strong>{title}</strong>
      </p>
      {fields.length > 0 && (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Field</Trans>
              </th>
              {isKnown && (
                <th scope="col">
                  <Trans>Before</Trans>
                </th>
              )}
              <th scope="col">{isKnown ? t`After` : t`Value`}</th>
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
      <ChangingEvents thing={thing} difference={difference} />
    </article>
  )
}

function ChangingEvents({ thing, difference: { id, events, eventCount } }: Omit<DifferenceItemProps, 'title'>) {
  const [params] = useSearchParams()
  const [last] = events
  if (last === undefined) return null
  const all = thing && `/auditor/history?${new URLSearchParams({ thing: `${thing}:${id}`, at: String(last) })}`
  const followed = `?${new URLSearchParams([...params].filter(([name]) => name !== 'follow').concat([['follow', `${thing}:${id}`]]))}`
  return (
    <p className={classes.events}>
      <span>
        <Trans>Changed by</Trans>
      </span>{' '}
      {events.map((position, index) => (
        <span key={position}>
          {index > 0 && ', '}
          <Anchor component={Link} to={`/auditor/history?event=${position}`} inherit underline="always">
            {t`Event ${{ position: formatNumber(position) }}`}
          </Anchor>
        </span>
      ))}
      {eventCount > events.length && (
        <>
          {', '}
          <span>
            {plural({ events: eventCount - events.length }, { one: '# earlier event', other: '# earlier events' })}
          </span>
        </>
      )}
      {all && (
        <>
          {' · '}
          <Anchor component={Link} to={all} inherit underline="always">
            <Trans>All its events</Trans>
          </Anchor>
          {' · '}
          <Anchor component={Link} to={followed} inherit underline="always">
            <Trans>Follow</Trans>
          </Anchor>
        </>
      )}
    </p>
  )
}
