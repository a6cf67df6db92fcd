/** Panels of the operations tab: quarantined events, jobs, and views. */

import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import '#web/ui/input-styles.ts'
import { Button, NativeSelect } from '@mantine/core'
import { IconChecks, IconRefresh } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { BodyInputOf } from '#contract/endpoints.ts'
import { POLICIES_TARGET } from '#contract/tables.ts'
import type { FailingJob, JobQueueState, QuarantinedItem, ReadModelProgress } from '#contract/views.ts'
import { commandFailureReasonOf, type RequestFailure } from '#web/lib/api/api.ts'
import { accessibleActionNameOf } from '#web/lib/format/names.ts'
import { formatNumber, withUnit } from '#web/lib/format/numbers.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import cell from '#web/ui/data-table.module.css'
import { DataTable, type DataTableColumn } from '#web/ui/data-table.tsx'
import { Badge, Meter } from '#web/ui/marks.tsx'
import { Panel } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { useCommand } from '#web/ui/use-command.tsx'
import classes from '../admin.module.css'
import { describeNextAttempt, readModelLabelOf, useOperateMutation } from '../admin.ts'

/** Returns a function that starts a rebuild or retries a job. */
function useOperation(body: BodyInputOf<'operate'>) {
  const { pending, send } = useCommand('zones')
  const [operate] = useOperateMutation()
  return {
    pending,
    async start() {
      try {
        const done = await send(body, (key) => operate({ body, key }).unwrap())
        if (done) showToast('success', done.message)
      } catch (error) {
        showToast('error', t`Not started`, commandFailureReasonOf(error as RequestFailure))
      }
    },
  }
}

interface OperationButtonProps {
  operation: BodyInputOf<'operate'>
  /** Name of the view or job to which the operation applies. */
  of: string
  children: string
}

function OperationButton({ operation, of, children }: OperationButtonProps) {
  const { pending, start } = useOperation(operation)
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} aria-hidden="true" />}
      loading={pending}
      onClick={start}
      aria-label={accessibleActionNameOf(children, of)}
    >
      {children}
    </Button>
  )
}

const eventColumns = (): DataTableColumn<QuarantinedItem>[] => [
  {
    id: 'name',
    header: t`Missing from`,
    meta: { card: 'heading', width: '18%' },
    cell: ({ row: { original: entry } }) => (
      <>
        <div className={cell.strong}>{entry.kind === 'view' ? readModelLabelOf(entry.name) : entry.name}</div>
        <div className={cell.small}>{entry.kind === 'view' ? t`Screen data` : t`Background rule`}</div>
      </>
    ),
  },
  { id: 'what', header: t`Event`, cell: ({ row }) => <span className={classes.code}>{row.original.what}</span> },
  {
    id: 'position',
    header: t`Position`,
    meta: { width: '10%' },
    cell: ({ row }) => <span className="ws-figures">{row.original.position}</span>,
  },
  {
    id: 'error',
    header: t`Reason`,
    meta: { width: '30%' },
    cell: ({ row }) => <span className={classes.error}>{row.original.error}</span>,
  },
  {
    id: 'retry',
    header: t`Retry`,
    meta: { card: 'plain', width: '14%' },
    cell: ({ row: { original: entry } }) => <RetryEvent entry={entry} />,
  },
]

function RetryEvent({ entry: { target, name, position } }: { entry: QuarantinedItem }) {
  if (!target)
    return (
      <span className={cell.small}>
        <Trans>Update WasteSense. A newer version wrote this event.</Trans>
      </span>
    )
  return (
    <OperationButton operation={{ rebuild: target }} of={t`event ${position} in ${{ data: readModelLabelOf(name) }}`}>
      {t`Retry`}
    </OperationButton>
  )
}

/** Panel of events quarantined by views and policies: position, reason, retry button. */
export function QuarantinePanel({ entries, reading }: { entries: QuarantinedItem[]; reading: boolean | undefined }) {
  const columns = useMemo(eventColumns, [])
  return (
    <Panel
      title={t`Quarantined events`}
      aside={
        reading === undefined ? (
          <Badge tone="critical">
            <Trans>Background tasks not running</Trans>
          </Badge>
        ) : (
          reading && (
            <Badge tone="progress">
              <Trans>Background rules are reading the log</Trans>
            </Badge>
          )
        )
      }
    >
      {entries.length === 0 ? (
        <EmptyState icon={IconChecks} title={t`No quarantined events`}>
          <Trans>Events that could not be processed appear here with the reason.</Trans>
        </EmptyState>
      ) : (
        <>
          <p className={classes.operationsNote}>
            <Trans>
              These events are missing from the screens. Update WasteSense, then retry. The data is rebuilt from the
              log. Screens stay available, and nothing is sent twice.
            </Trans>
          </p>
          <DataTable label={t`Quarantined events`} columns={columns} rows={entries} />
        </>
      )}
    </Panel>
  )
}

const stateLabels = () => ({ waiting: t`Waiting`, active: t`Running`, delayed: t`Due soon`, failed: t`Failed` })

const jobColumns = (): DataTableColumn<FailingJob>[] => [
  {
    id: 'name',
    header: t`Job`,
    meta: { card: 'heading', width: '26%' },
    cell: ({ row: { original: job } }) => (
      <>
        <div className={cell.strong}>{job.name}</div>
        <div className={`${cell.small} ${classes.code}`}>{job.id}</div>
      </>
    ),
  },
  { id: 'tries', header: t`Tries`, meta: { width: '8%' }, cell: ({ row }) => formatNumber(row.original.tries) },
  {
    id: 'reason',
    header: t`Reason`,
    cell: ({ row }) => <span className={classes.error}>{row.original.reason}</span>,
  },
  {
    id: 'next',
    header: t`Next try`,
    meta: { width: '16%' },
    cell: ({ row: { original: job } }) => <NextTry at={job.nextAt} />,
  },
  {
    id: 'retry',
    header: t`Retry`,
    meta: { card: 'plain', width: '14%' },
    cell: ({ row }) => <RetryJob job={row.original} />,
  },
]

function NextTry({ at }: { at: string | undefined }) {
  return describeNextAttempt(at, useNow(1_000))
}

function RetryJob({ job: { id, name } }: { job: FailingJob }) {
  return (
    <OperationButton operation={{ retry: id }} of={`${name} ${id}`}>
      {t`Try now`}
    </OperationButton>
  )
}

/** Panel of the job queue: jobs per state, failing jobs, next attempts. */
export function QueuePanel({ queue }: { queue: JobQueueState | undefined }) {
  const columns = useMemo(jobColumns, [])
  const states = stateLabels()
  return (
    <Panel
      title={t`Jobs`}
      aside={
        !queue && (
          <Badge tone="critical">
            <Trans>The job queue does not respond</Trans>
          </Badge>
        )
      }
    >
      {queue && (
        <dl className={classes.figures}>
          {(Object.keys(states) as (keyof typeof states)[]).map((state) => (
            <div key={state}>
              <dt>{states[state]}</dt>
              <dd>{formatNumber(queue[state])}</dd>
            </div>
          ))}
        </dl>
      )}
      {queue?.failing.length === 0 && (
        <EmptyState icon={IconChecks} title={t`No failing jobs`}>
          <Trans>Failing jobs are retried automatically: first after half a second, later every 30 seconds.</Trans>
        </EmptyState>
      )}
      {queue && queue.failing.length > 0 && (
        <DataTable label={t`Failing jobs`} columns={columns} rows={queue.failing} />
      )}
    </Panel>
  )
}

const isUnderWay = ({ rebuild }: ReadModelProgress) => rebuild !== undefined && rebuild.state !== 'done'

function RebuildMenu({ views }: { views: readonly ReadModelProgress[] }) {
  const [target, setTarget] = useState(views[0]?.id ?? POLICIES_TARGET)
  const { pending, start } = useOperation({ rebuild: target })
  const chosen = views.find(({ id }) => id === target)
  return (
    <div className={classes.rebuild}>
      <NativeSelect
        aria-label={t`Data to rebuild`}
        size="sm"
        data={[...views.map(({ id }) => id), POLICIES_TARGET].map((value) => ({
          value,
          label: readModelLabelOf(value),
        }))}
        value={target}
        onChange={({ currentTarget }) => setTarget(currentTarget.value)}
      />
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden="true" />}
        loading={pending || (chosen !== undefined && isUnderWay(chosen))}
        onClick={start}
      >
        <Trans>Rebuild</Trans>
      </Button>
    </div>
  )
}

const viewColumns = (): DataTableColumn<ReadModelProgress>[] => [
  {
    id: 'id',
    header: t`Data`,
    meta: { card: 'heading' },
    cell: ({ row: { original: view } }) => <span className={cell.strong}>{readModelLabelOf(view.id)}</span>,
  },
  {
    id: 'lag',
    header: t`Up to date`,
    cell: ({ row: { original: view } }) =>
      view.lag === 0 ? t`Yes` : t`${plural({ events: view.lag }, { one: '# event', other: '# events' })} behind`,
  },
  {
    id: 'progress',
    header: t`Last rebuild`,
    meta: { width: '40%' },
    cell: ({ row }) => <Progress view={row.original} />,
  },
]

function Progress({ view: { id, rebuild } }: { view: ReadModelProgress }) {
  if (!rebuild) return <span className={cell.small}>–</span>
  if (rebuild.state === 'waiting') return t`Waiting for another rebuild`
  if (rebuild.state === 'done') {
    const { corrected } = rebuild
    if (corrected === 0) return t`Done: no corrections`
    return t`Done: ${plural(corrected, { one: '# row', other: '# rows' })} corrected`
  }
  const percent = Math.round(rebuild.done * 100)
  return (
    <div className={classes.progress}>
      <Meter
        label={t`Rebuild of ${{ data: readModelLabelOf(id) }}, percent`}
        value={percent}
        max={100}
        tone="progress"
      />
      <span className="ws-figures">{withUnit(percent, '%')}</span>
    </div>
  )
}

/** Panel of the views: how far each is behind the log, and rebuild progress. */
export function ViewsPanel({ views, position }: { views: ReadModelProgress[]; position: string }) {
  const columns = useMemo(viewColumns, [])
  return (
    <Panel
      title={t`Screen data`}
      aside={
        <span
          className={cell.small}
        >{t`${plural({ events: Number(position) }, { one: '# event', other: '# events' })} in the log`}</span>
      }
    >
      <p className={classes.operationsNote}>
        <Trans>
          Rebuild data if a screen shows something wrong. Screens stay available, and nothing is sent twice.
        </Trans>
      </p>
      <RebuildMenu views={views} />
      <DataTable label={t`Screen data`} columns={columns} rows={views} />
    </Panel>
  )
}
