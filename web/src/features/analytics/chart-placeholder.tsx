/** Placeholder of a chart. */
import { Skeleton } from '@mantine/core'
import { Panel } from '#web/ui/panel.tsx'

const HEIGHT = 288

export function ChartPlaceholder({ title }: { title: string }) {
  return (
    <Panel title={title}>
      <Skeleton height={HEIGHT} />
    </Panel>
  )
}
