/** In which order the zones' lines stand, and what stands above them. */
import { STATES, type ZoneLine } from './zone-line.ts'

interface Placed {
  line: Pick<ZoneLine, 'state' | 'ready' | 'action'>
  currentReports: number
  totalCustomers: number
}

const share = ({ currentReports, totalCustomers }: Placed) => currentReports / Math.max(1, totalCustomers)

/** What needs somebody first: by state, within it READY ones first, then the fullest; what is equal stays in place. */
const urgency = ({ line: { state, ready } }: Placed) => {
  const waits = state === 'planned' || state === 'no-truck' || state === 'due'
  return 2 * STATES.indexOf(waits ? 'planned' : state) - (waits && ready ? 1 : 0)
}

export const byAttention = <Z extends Placed>(zones: readonly Z[]): readonly Z[] =>
  zones.toSorted((a, b) => urgency(a) - urgency(b) || share(b) - share(a))

/** Says of all lines what the lines say themselves, so that the two never differ. Null: they say it better. */
export function headline(lines: readonly Pick<ZoneLine, 'state' | 'action'>[]): string | null {
  const planned = lines.flatMap(({ action }) => (action?.kind === 'schedule' ? action.plan : []))
  const trucks = new Set(planned.map(({ vehicleId }) => vehicleId)).size
  if (trucks > 0) return `Recommended: ${trucks} ${trucks === 1 ? 'truck' : 'trucks'} for zones that reached threshold`
  if (lines.some(({ state }) => state === 'no-truck')) return 'No truck is free for zones that reached threshold'
  return lines.some(({ state }) => state === 'due') ? null : 'No recommendations available.'
}

const PRESSING: readonly ZoneLine['state'][] = ['overdue', 'planned', 'due']

/** The zone whose action is the board's next best one, of zones in their order: what is overdue or due, and can be done. */
export const nextOf = <Z extends Placed>(zones: readonly Z[]): Z | undefined =>
  zones.find(({ line: { state, action } }) => action !== null && PRESSING.includes(state))
