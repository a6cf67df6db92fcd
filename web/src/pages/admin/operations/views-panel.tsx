/** Data of screens: lag of each part, and progress of its rebuild. */
import '#web/ui/input-styles.ts'
import { Button, NativeSelect } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { POLICIES_TARGET } from '#contract/audit/rebuilds.ts'
import type { ViewState } from '#contract/views.ts'
import { counted, withUnit } from '#web/lib/format/numbers.ts'
import cell from '#web/ui/data-table.module.css'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Meter } from '#web/ui/meter.tsx'
import { Panel } from '#web/ui/page.tsx'
import { dataWords } from './data-words.ts'
import classes from './operations.module.css'
import { useOperation } from './use-operation.ts'

const isUnderWay = ({ rebuild }: ViewState) => rebuild !== undefined && rebuild.state !== 'done'

function RebuildMenu({ views }: { views: readonly ViewState[] }) {
  const [target, setTarget] = useState(views[0]?.id ?? POLICIES_TARGET)
  const { pending, start } = useOperation({ rebuild: target })
  const chosen = views.find(({ id }) => id === target)
  return (
    <div className={classes.rebuild}>
      <NativeSelect
        aria-label="What to rebuild"
        size="sm"
        data={[...views.map(({ id }) => id), POLICIES_TARGET].map((value) => ({ value, label: dataWords(value) }))}
        value={target}
        onChange={({ currentTarget }) => setTarget(currentTarget.value)}
      />
      <Button
        variant="default"
        mih={44}
        leftSection={<IconRefresh size={16} aria-hidden="true" />}
        loading={pending || (chosen !== undefined && isUnderWay(chosen))}
        onClick={start}
      >
        Rebuild
      </Button>
    </div>
  )
}

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
