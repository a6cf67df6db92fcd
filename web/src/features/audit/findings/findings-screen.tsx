/** List of findings, newest first, with filters by status and rule, and pages. */
import { figure } from '#web/format/numbers.ts'
import '#web/components/inputs.ts'
import { NativeSelect, Skeleton } from '@mantine/core'
import { IconReportAnalytics } from '@tabler/icons-react'
import { useSearchParams } from 'react-router'
import { FINDING_RULES, FINDING_STATUSES } from '#contract/audit/findings.ts'
import type { AnswerOf } from '#contract/endpoints.ts'
import { failureText } from '#web/calls/api.ts'
import { DataTablePager } from '#web/components/data-table-pager.tsx'
import { Panel } from '#web/components/panel.tsx'
import { EmptyState, ErrorState } from '#web/components/states.tsx'
import { useLiveRefresh } from '#web/feed/live-refresh.ts'
import { AUDITORS_ROOM } from '../room.ts'
import { useFindingsQuery } from './calls.ts'
import { FindingCard } from './finding-card.tsx'
import { RULE_WORDS, STATUS_WORDS } from './finding-words.ts'
import classes from './findings.module.css'
import { type FindingsState, paramsOf, readFindingsState } from './findings-state.ts'

const SIZE = 20

export function FindingsScreen() {
  const [params, setParams] = useSearchParams()
  const state = readFindingsState(params)
  const show = (part: Partial<FindingsState>) =>
    setParams(paramsOf({ ...state, page: 1, ...part }), { preventScrollReset: true })
  const { data, currentData, error, isFetching, refetch } = useFindingsQuery(
    { ...state, size: SIZE },
    { refetchOnMountOrArgChange: true },
  )
  useLiveRefresh(refetch, AUDITORS_ROOM)
  return (
    <Panel
      title="What the rules found"
      aside={data && <span className={classes.when}>{figure(data.waiting)} waiting</span>}
    >
      <Filters state={state} show={show} />
      {error && !currentData && !isFetching ? (
        <ErrorState message={failureText(error, 'The findings could not be loaded')} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={320} role="status" aria-label="Loading…" />
      ) : (
        <Found answer={data} state={state} show={show} busy={!currentData} />
      )}
    </Panel>
  )
}

interface Shown {
  state: FindingsState
  show(part: Partial<FindingsState>): void
}

function Filters({ state, show }: Shown) {
  const choices = [{ value: '', label: 'All' }]
  return (
    <search className={classes.filters} aria-label="Findings">
      <NativeSelect
        label="Status"
        size="md"
        data={[...choices, ...FINDING_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value].label }))]}
        value={state.status ?? ''}
        onChange={({ currentTarget: { value } }) => show({ status: FINDING_STATUSES.find((one) => one === value) })}
      />
      <NativeSelect
        label="Rule"
        size="md"
        data={[...choices, ...FINDING_RULES.map((value) => ({ value, label: RULE_WORDS[value] }))]}
        value={state.rule ?? ''}
        onChange={({ currentTarget: { value } }) => show({ rule: FINDING_RULES.find((one) => one === value) })}
      />
    </search>
  )
}

/** `busy` means that the list belongs to the previous query. */
function Found({ answer, state, show, busy }: Shown & { answer: AnswerOf<'findings'>; busy: boolean }) {
  const isFiltered = state.status !== undefined || state.rule !== undefined
  if (answer.total === 0)
    return (
      <EmptyState
        icon={IconReportAnalytics}
        title={isFiltered ? 'No findings like this' : 'Nothing wants an explanation'}
      >
        {isFiltered
          ? 'Choose another status or rule.'
          : 'What the rules find in the log appears here, with the events that it rests on.'}
      </EmptyState>
    )
  return (
    <>
      <ul className={classes.list} aria-busy={busy}>
        {answer.findings.map((finding) => (
          <FindingCard key={finding.id} finding={finding} />
        ))}
      </ul>
      <DataTablePager
        page={state.page}
        size={SIZE}
        total={answer.total}
        of="findings"
        turnTo={(page) => show({ page })}
      />
    </>
  )
}
