/** The charts of compositions, whose code comes after the figures stand. */
import { lazy } from 'react'
import type { ShareBarsProps, SharePieProps } from '#web/charts/share-charts.tsx'
import { Later } from '#web/components/later.tsx'

const load = () => import('#web/charts/share-charts.tsx')
const Bars = lazy(async () => ({ default: (await load()).ShareBars }))
const Pie = lazy(async () => ({ default: (await load()).SharePie }))

/** While the figures are still on their way. A failure here is not lost: React asks again and shows it. */
export const prefetchCharts = () => void Promise.allSettled([load()])

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
