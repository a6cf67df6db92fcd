/** In a chart's place where there is nothing to draw yet: what will appear there. */
import { Panel } from '#web/components/panel.tsx'
import { EmptyState, type EmptyStateProps } from '#web/components/states.tsx'

export interface NoFiguresProps extends Omit<EmptyStateProps, 'title'> {
  /** Of the chart. */
  title: string
  /** What there is none of. */
  what: string
}

export function NoFigures({ title, what, ...state }: NoFiguresProps) {
  return (
    <Panel title={title}>
      <EmptyState {...state} title={what} />
    </Panel>
  )
}
