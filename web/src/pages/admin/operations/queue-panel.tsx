/** The job queue: counts per state, and failing jobs with error and next attempt. */

import { IconChecks } from '@tabler/icons-react'
import type { FailingJob, Queue } from '#contract/views.ts'
import { figure } from '#web/lib/format/numbers.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import cell from '#web/ui/data-table.module.css'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Badge } from '#web/ui/marks.tsx'
import { Panel } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { nextAttempt } from './next-attempt.ts'
import { OperationButton } from './operation-button.tsx'
import classes from './operations.module.css'

const STATES = { waiting: 'Waiting', active: 'Running', delayed: 'Due soon', failed: 'Failed' } as const

const columns: Column<FailingJob>[] = [
  {
    id: 'name',
    header: 'Job',
    meta: { card: 'heading', width: '26%' },
    cell: ({ row: { original: job } }) => (
      <>
        <div className={cell.strong}>{job.name}</div>
        <div className={`${cell.small} ${classes.code}`}>{job.id}</div>
      </>
    ),
  },
  { id: 'tries', header: 'Tries', meta: { width: '8%' }, cell: ({ row }) => figure(row.original.tries) },
  {
    id: 'reason',
    header: 'Why',
    cell: ({ row }) => <span className={classes.error}>{row.original.reason}</span>,
  },
  {
    id: 'next',
    header: 'Next try',
    meta: { width: '16%' },
    cell: ({ row: { original: job } }) => <NextTry at={job.nextAt} />,
  },
  {
    id: 'retry',
    header: 'Retry',
    meta: { card: 'plain', width: '14%' },
    cell: ({ row }) => <Retry job={row.original} />,
  },
]

function NextTry({ at }: { at: string | undefined }) {
  return nextAttempt(at, useNow(1_000))
}

function Retry({ job: { id, name } }: { job: FailingJob }) {
  return (
    <OperationButton operation={{ retry: id }} label={`Try now: ${name} ${id}`}>
      Try now
    </OperationButton>
  )
}

export function QueuePanel({ queue }: { queue: Queue | undefined }) {
  return (
    <Panel title="Jobs" aside={!queue && <Badge tone="critical">The job queue does not answer</Badge>}>
      {queue && (
        <dl className={classes.figures}>
          {(Object.keys(STATES) as (keyof typeof STATES)[]).map((state) => (
            <div key={state}>
              <dt>{STATES[state]}</dt>
              <dd>{figure(queue[state])}</dd>
            </div>
          ))}
        </dl>
      )}
      {queue?.failing.length === 0 && (
        <EmptyState icon={IconChecks} title="No failing jobs">
          A failing job is tried again automatically, after half a second at first and every 30 s at most.
        </EmptyState>
      )}
      {queue && queue.failing.length > 0 && <DataTable label="Failing jobs" columns={columns} rows={queue.failing} />}
    </Panel>
  )
}
