/** Empty state in place of a chart. */
import { Panel } from '#web/components/panel.tsx'
import { EmptyState, type EmptyStateProps } from '#web/components/states.tsx'

export interface NoFiguresProps extends Omit<EmptyStateProps, 'title'> {
  /** Title of the chart. */
  title: string
  /** Title of the empty state. */
  what: string
}

export function NoFigures({ title, what, ...state }: NoFiguresProps) {
  return (
    <Panel title={title}>
      <EmptyState {...state} title={what} />
    </Panel>
  )
}
