/** Placeholder of a chart. */
import { Skeleton } from '@mantine/core'
import { Panel } from '#web/components/panel.tsx'

const HEIGHT = 288

export function ChartSpace({ title }: { title: string }) {
  return (
    <Panel title={title}>
      <Skeleton height={HEIGHT} />
    </Panel>
  )
}
