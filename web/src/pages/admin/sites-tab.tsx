/** List of waste sites with their fill levels. */

import { IconMapPin } from '@tabler/icons-react'
import type { AdminStats } from '#contract/views.ts'
import { figure, withUnit } from '#web/lib/format/numbers.ts'
import cell from '#web/ui/data-table.module.css'
import { type Column, DataTable, DataTableSkeleton } from '#web/ui/data-table.tsx'
import { Meter } from '#web/ui/meter.tsx'
import { Panel } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import classes from './admin.module.css'
import { utilization, utilizationTone } from './words.ts'

type SiteLoad = AdminStats['wasteStats'][number]

const columns: Column<SiteLoad>[] = [
  {
    id: 'name',
    header: 'Name',
    meta: { card: 'heading' },
    cell: ({ row }) => <span className={cell.strong}>{row.original.name}</span>,
  },
  { id: 'location', header: 'Location', cell: ({ row }) => row.original.location },
  {
    id: 'capacity',
    header: 'Capacity',
    cell: ({ row: { original: site } }) => `${figure(site.currentCapacity)} / ${figure(site.maxCapacity)} tonnes`,
  },
  {
    id: 'utilization',
    header: 'Utilization',
    meta: { width: '32%', card: 'plain' },
    cell: ({ row: { original: site } }) => (
      <div className={classes.utilization}>
        <Meter
          label={`Utilization of ${site.name}, percent`}
          value={utilization(site)}
          max={100}
          tone={utilizationTone(site)}
        />
        <span className="ws-figures">{withUnit(utilization(site), '%')}</span>
      </div>
    ),
  },
]

export function SitesTab({ sites }: { sites: SiteLoad[] | undefined }) {
  return (
    <Panel title="Waste Sites">
      {!sites && <DataTableSkeleton rows={2} />}
      {sites?.length === 0 && (
        <EmptyState icon={IconMapPin} title="No waste sites">
          Each dumping site appears here with how full it is.
        </EmptyState>
      )}
      {sites && sites.length > 0 && <DataTable label="Waste sites" columns={columns} rows={sites} />}
    </Panel>
  )
}
