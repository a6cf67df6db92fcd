/** The charts of compositions, whose code comes after the figures stand. */

import type { ShareBarsProps, SharePieProps } from '#web/charts/share-charts.tsx'
import { Later } from '#web/components/later.tsx'
import { part } from '#web/components/part.ts'

const load = () => import('#web/charts/share-charts.tsx')
const Bars = part(async () => (await load()).ShareBars)
const Pie = part(async () => (await load()).SharePie)

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
