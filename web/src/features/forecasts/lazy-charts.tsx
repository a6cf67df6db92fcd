/** Lazily loaded charts of forecasts. */

import { lazyWithRetry } from '#web/ui/lazy.ts'
import { Deferred } from '#web/ui/lazy-panel.tsx'

const load = () => import('./forecast-charts.tsx')
const HEIGHT = 360

const Comparison = lazyWithRetry(async () => (await load()).DistrictComparison)
const Composition = lazyWithRetry(async () => (await load()).OverallComposition)
const Days = lazyWithRetry(async () => (await load()).NextDays)
const DaysByMaterial = lazyWithRetry(async () => (await load()).NextDaysByMaterial)
const Came = lazyWithRetry(async () => (await load()).ForecastAndActual)

type PropsOf<C> = C extends React.ComponentType<infer P> ? P : never
type Charts = Awaited<ReturnType<typeof load>>

export const LazyComparison = (props: PropsOf<Charts['DistrictComparison']>) => (
  <Deferred height={HEIGHT}>
    <Comparison {...props} />
  </Deferred>
)
export const LazyComposition = (props: PropsOf<Charts['OverallComposition']>) => (
  <Deferred height={HEIGHT}>
    <Composition {...props} />
  </Deferred>
)
export const LazyDays = (props: PropsOf<Charts['NextDays']>) => (
  <Deferred height={HEIGHT}>
    <Days {...props} />
  </Deferred>
)
export const LazyDaysByMaterial = (props: PropsOf<Charts['NextDaysByMaterial']>) => (
  <Deferred height={HEIGHT}>
    <DaysByMaterial {...props} />
  </Deferred>
)
export const LazyForecastAndActual = (props: PropsOf<Charts['ForecastAndActual']>) => (
  <Deferred height={HEIGHT}>
    <Came {...props} />
  </Deferred>
)
