/** Empty state in place of a chart. */
import { Panel } from '#web/ui/page.tsx'
import { EmptyState, type EmptyStateProps } from '#web/ui/states.tsx'

export interface EmptyChartProps extends Omit<EmptyStateProps, 'title'> {
  /** Title of the chart. */
  title: string
  /** Title of the empty state. */
  what: string
}

export function EmptyChart({ title, what, ...state }: EmptyChartProps) {
  return (
    <Panel title={title}>
      <EmptyState {...state} title={what} />
    </Panel>
  )
}
