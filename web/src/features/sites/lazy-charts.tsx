/** The charts of compositions, whose code comes after the figures stand. */
import { lazy } from 'react'
import type { ShareBarsProps } from '#web/charts/share-bars.tsx'
import type { SharePieProps } from '#web/charts/share-pie.tsx'
import { Later } from '#web/components/later.tsx'

const Bars = lazy(async () => ({ default: (await import('#web/charts/share-bars.tsx')).ShareBars }))
const Pie = lazy(async () => ({ default: (await import('#web/charts/share-pie.tsx')).SharePie }))
/** px of source and switch, below a drawing. */
const FOOT = 40

export const LazyBars = (props: ShareBarsProps) => (
  <Later height={props.height + FOOT}>
    <Bars {...props} />
  </Later>
)

export const LazyPie = (props: SharePieProps) => (
  <Later height={props.height + FOOT}>
    <Pie {...props} />
  </Later>
)
