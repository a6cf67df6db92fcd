/** Data of screens: lag of each part, and progress of its rebuild. */
import type { ViewState } from '#contract/views.ts'
import cell from '#web/components/cell.module.css'
import { DataTable } from '#web/components/data-table.tsx'
import { Meter } from '#web/components/meter.tsx'
import { Panel } from '#web/components/panel.tsx'
import type { Column } from '#web/components/table-parts.ts'
import { counted, withUnit } from '#web/format/numbers.ts'
import { dataWords } from './data-words.ts'
import classes from './operations.module.css'
import { RebuildMenu } from './rebuild-menu.tsx'

const columns: Column<ViewState>[] = [
  {
    id: 'id',
    header: 'Data',
    meta: { card: 'heading' },
    cell: ({ row: { original: view } }) => <span className={cell.strong}>{dataWords(view.id)}</span>,
  },
  {
    id: 'lag',
    header: 'Up to date',
    cell: ({ row: { original: view } }) => (view.lag === 0 ? 'Yes' : `${counted(view.lag, 'event')} behind`),
  },
  {
    id: 'progress',
    header: 'Last rebuild',
    meta: { width: '40%' },
    cell: ({ row }) => <Progress view={row.original} />,
  },
]

function Progress({ view: { id, rebuild } }: { view: ViewState }) {
  if (!rebuild) return <span className={cell.small}>–</span>
  if (rebuild.state === 'waiting') return 'Waiting for another'
  if (rebuild.state === 'done') {
    const { corrected } = rebuild
    if (corrected === 0) return 'Done: all rows were right'
    return `Done: ${counted(corrected, 'row')} corrected`
  }
  const percent = Math.round(rebuild.done * 100)
  return (
    <div className={classes.progress}>
      <Meter label={`Rebuild of ${dataWords(id)}, percent`} value={percent} max={100} tone="progress" />
      <span className="ws-figures">{withUnit(percent, '%')}</span>
    </div>
  )
}

export function ViewsPanel({ views, position }: { views: ViewState[]; position: string }) {
  return (
    <Panel
      title="Screen data"
      aside={<span className={cell.small}>{counted(Number(position), 'event')} in the log</span>}
    >
      <p className={classes.note}>
        Rebuild data when a screen shows something wrong. It is made again from the log while the screens go on, and
        nothing is sent twice.
      </p>
      <RebuildMenu views={views} />
      <DataTable label="Screen data" columns={columns} rows={views} />
    </Panel>
  )
}
