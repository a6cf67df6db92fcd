/** List of findings, newest first, with status and rule filters, and pages. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import '#web/ui/input-styles.ts'
import { Button, Group, NativeSelect, Skeleton } from '@mantine/core'
import { IconReportAnalytics } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { FINDING_RULES, FINDING_STATUSES, type FindingStatus } from '#contract/audit/findings.ts'
import type { AnswerOf } from '#contract/endpoints.ts'
import type { Finding } from '#contract/views.ts'
import { commandFailureReasonOf, failureTextOf } from '#web/lib/api/api.ts'
import { AUDIT_POSITION_ROOM } from '#web/lib/api/audit-events.ts'
import { useLiveRefresh } from '#web/lib/feed/use-room.ts'
import { formatNumber } from '#web/lib/format/numbers.ts'
import { formatExactTime } from '#web/lib/format/times.ts'
import { noteTextOf, personNameOf } from '#web/lib/language/person-name.ts'
import { DataTablePager } from '#web/ui/data-table.tsx'
import { Badge, RelativeTime, SimulatedBadge } from '#web/ui/marks.tsx'
import { createPreloadHandlers, LazyDialog, Panel } from '#web/ui/page.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { CommandButton } from '#web/ui/use-command.tsx'
import classes from './audit.module.css'
import {
  describeFindingStatusChange,
  type FindingsListState,
  findingActorOf,
  findingSentenceOf,
  findingsSearchParamsOf,
  getFindingRuleLabels,
  getFindingStatusBadges,
  readFindingsState,
  useFindingStatus,
  useFindingsQuery,
} from './findings.ts'

const PAGE_SIZE = 20

export function FindingsScreen() {
  const [params, setParams] = useSearchParams()
  const state = readFindingsState(params)
  const show = (part: Partial<FindingsListState>) =>
    setParams(findingsSearchParamsOf({ ...state, page: 1, ...part }), { preventScrollReset: true })
  const { data, currentData, error, isFetching, refetch } = useFindingsQuery(
    { ...state, size: PAGE_SIZE },
    { refetchOnMountOrArgChange: true },
  )
  useLiveRefresh(refetch, AUDIT_POSITION_ROOM)
  return (
    <Panel
      title={t`Unusual events`}
      aside={data && <span className={classes.when}>{t`${{ count: formatNumber(data.waiting) }} waiting`}</span>}
    >
      <FindingsFilters state={state} show={show} />
      {error && !currentData && !isFetching ? (
        <ErrorState message={failureTextOf(error, t`The findings could not be loaded`)} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={320} role="status" aria-label={t`Loading…`} />
      ) : (
        <FindingsPage answer={data} state={state} show={show} busy={!currentData} />
      )}
    </Panel>
  )
}

interface FindingsListProps {
  state: FindingsListState
  show(part: Partial<FindingsListState>): void
}

function FindingsFilters({ state, show }: FindingsListProps) {
  const choices = [{ value: '', label: t`All` }]
  const statuses = getFindingStatusBadges()
  const rules = getFindingRuleLabels()
  return (
    <search className={classes.filters} aria-label={t`Findings`}>
      <NativeSelect
        label={t`Status`}
        size="md"
        data={[...choices, ...FINDING_STATUSES.map((value) => ({ value, label: statuses[value].label }))]}
        value={state.status ?? ''}
        onChange={({ currentTarget: { value } }) => show({ status: FINDING_STATUSES.find((one) => one === value) })}
      />
      <NativeSelect
        label={t`Rule`}
        size="md"
        data={[...choices, ...FINDING_RULES.map((value) => ({ value, label: rules[value] }))]}
        value={state.rule ?? ''}
        onChange={({ currentTarget: { value } }) => show({ rule: FINDING_RULES.find((one) => one === value) })}
      />
    </search>
  )
}

/**
 * Shows a page of findings.
 * While `busy`, it still shows the findings of the previous query.
 */
function FindingsPage({
  answer,
  state,
  show,
  busy,
}: FindingsListProps & { answer: AnswerOf<'findings'>; busy: boolean }) {
  const isFiltered = state.status !== undefined || state.rule !== undefined
  if (answer.total === 0)
    return (
      <EmptyState icon={IconReportAnalytics} title={isFiltered ? t`No matching findings` : t`No findings`}>
        {isFiltered ? t`Choose another status or rule.` : t`Unusual events appear here, with their evidence.`}
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
        size={PAGE_SIZE}
        total={answer.total}
        of="findings"
        turnTo={(page) => show({ page })}
      />
    </>
  )
}

const HISTORY_PATH = '/auditor/history'

/** One finding: its sentence, events, history and buttons. */
function FindingCard({ finding }: { finding: Finding }) {
  const titleId = useId()
  const { status, rule, happened_at } = finding
  const { label, tone } = getFindingStatusBadges()[status]
  return (
    <li>
      <article className={classes.card} aria-labelledby={titleId} data-finding={finding.id}>
        <div className={classes.head}>
          <h3 id={titleId} className={classes.title}>
            {getFindingRuleLabels()[rule]}
          </h3>
          <Badge tone={tone}>{label}</Badge>
          <SimulatedBadge of={finding} />
          <span className={classes.when}>
            <RelativeTime iso={happened_at} />
          </span>
        </div>
        <p className={classes.sentence}>{findingSentenceOf(finding)}</p>
        <FindingEvidence finding={finding} />
        {finding.steps.length > 0 && <FindingSteps steps={finding.steps} />}
        <FindingActions finding={finding} />
      </article>
    </li>
  )
}

function FindingEvidence({ finding }: { finding: Finding }) {
  const { evidence, about } = finding
  return (
    <div className={classes.evidence}>
      <span>
        <Trans>Evidence</Trans>
      </span>
      <ul>
        {evidence.map((position) => (
          <li key={position}>
            <Link to={`${HISTORY_PATH}?event=${position}`}>{t`Event ${{ position: formatNumber(position) }}`}</Link>
          </li>
        ))}
        {about.userId && (
          <li>
            <Link to={`${HISTORY_PATH}?${new URLSearchParams({ actor: about.userId })}`}>
              {t`All events of ${{ person: findingActorOf(finding) }}`}
            </Link>
          </li>
        )}
      </ul>
    </div>
  )
}

function FindingSteps({ steps }: Pick<Finding, 'steps'>) {
  return (
    <ol className={classes.steps} aria-label={t`Follow-up`}>
      {steps.map(({ status, at, by_name, note }) => (
        <li key={`${at} ${status}`}>
          <span>
            <span>{describeFindingStatusChange(status, personNameOf(by_name))}</span>,{' '}
            <time dateTime={at}>{formatExactTime(at)}</time>
          </span>
          {note && <p className={classes.note}>{noteTextOf(note)}</p>}
        </li>
      ))}
    </ol>
  )
}

const load = async () => (await import('./reason-dialogs.tsx')).NoteDialog
const ahead = createPreloadHandlers(load)

/**
 * Returns the label of the button that starts or reopens the review of a finding.
 * Returns undefined while the review is open.
 */
function reviewLabel(status: FindingStatus): string | undefined {
  if (status === 'open') return
  return status === 'found' ? t`Start review` : t`Reopen`
}

/** Buttons for a finding by its status: review, explain or close. */
function FindingActions({ finding }: { finding: Finding }) {
  const [dialog, setDialog] = useState<'explained' | 'closed'>('explained')
  const [opened, setOpened] = useState(false)
  const { pending, move } = useFindingStatus()
  const { id, status } = finding
  const review = reviewLabel(status)

  async function take() {
    try {
      const done = await move(id, { status: 'open' })
      if (done) showToast('success', done)
    } catch (error) {
      showToast('error', t`Review not started`, commandFailureReasonOf(error))
    }
  }
  function ask(to: typeof dialog) {
    setDialog(to)
    setOpened(true)
  }

  return (
    <Group gap="xs">
      {review && (
        <CommandButton variant="default" loading={pending} onClick={() => void take()}>
          {review}
        </CommandButton>
      )}
      {status !== 'closed' && (
        <>
          <Button variant="default" disabled={pending} onClick={() => ask('explained')} {...ahead}>
            {status === 'explained' ? t`Add explanation` : t`Explain`}
          </Button>
          <Button variant="default" disabled={pending} onClick={() => ask('closed')} {...ahead}>
            <Trans>Close</Trans>
          </Button>
        </>
      )}
      <LazyDialog load={load} props={{ finding, to: dialog, opened, close: () => setOpened(false) }} />
    </Group>
  )
}
