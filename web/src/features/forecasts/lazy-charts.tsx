/** Lazily loaded charts of forecasts. */
import { Later } from '#web/components/later.tsx'
import { part } from '#web/components/part.ts'

const load = () => import('./forecast-charts.tsx')
const HEIGHT = 360

const Comparison = part(async () => (await load()).DistrictComparison)
const Composition = part(async () => (await load()).OverallComposition)
const Days = part(async () => (await load()).NextDays)
const DaysByMaterial = part(async () => (await load()).NextDaysByMaterial)
const Came = part(async () => (await load()).ForeseenAndCame)

type PropsOf<C> = C extends React.ComponentType<infer P> ? P : never
type Charts = Awaited<ReturnType<typeof load>>

export const LazyComparison = (props: PropsOf<Charts['DistrictComparison']>) => (
  <Later height={HEIGHT}>
    <Comparison {...props} />
  </Later>
)
export const LazyComposition = (props: PropsOf<Charts['OverallComposition']>) => (
  <Later height={HEIGHT}>
    <Composition {...props} />
  </Later>
)
export const LazyDays = (props: PropsOf<Charts['NextDays']>) => (
  <Later height={HEIGHT}>
    <Days {...props} />
  </Later>
)
export const LazyDaysByMaterial = (props: PropsOf<Charts['NextDaysByMaterial']>) => (
  <Later height={HEIGHT}>
    <DaysByMaterial {...props} />
  </Later>
)
export const LazyCame = (props: PropsOf<Charts['ForeseenAndCame']>) => (
  <Later height={HEIGHT}>
    <Came {...props} />
  </Later>
)
