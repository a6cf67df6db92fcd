/** Order of the zones' rows, and their headline. */
import { STATES, type ZoneRowState } from './zone-row-state.ts'

interface Placed {
  line: Pick<ZoneRowState, 'state' | 'ready' | 'action'>
  currentReports: number
  totalCustomers: number
}

const share = ({ currentReports, totalCustomers }: Placed) => currentReports / Math.max(1, totalCustomers)

/** Sort key: state, then READY zones, then the fill level; equal ones stay in order. */
const urgency = ({ line: { state, ready } }: Placed) => {
  const waits = state === 'planned' || state === 'no-truck' || state === 'due'
  return 2 * STATES.indexOf(waits ? 'planned' : state) - (waits && ready ? 1 : 0)
}

export const byZoneUrgency = <Z extends Placed>(zones: readonly Z[]): readonly Z[] =>
  zones.toSorted((a, b) => urgency(a) - urgency(b) || share(b) - share(a))

/**
 * Returns a headline derived from the rows, so that the two never differ.
 * Null if the rows suffice.
 */
export function headline(lines: readonly Pick<ZoneRowState, 'state' | 'action'>[]): string | null {
  const planned = lines.flatMap(({ action }) => (action?.kind === 'schedule' ? action.plan : []))
  const trucks = new Set(planned.map(({ vehicleId }) => vehicleId)).size
  if (trucks > 0) return `Recommended: ${trucks} ${trucks === 1 ? 'truck' : 'trucks'} for zones that reached threshold`
  if (lines.some(({ state }) => state === 'no-truck')) return 'No truck is free for zones that reached threshold'
  return lines.some(({ state }) => state === 'due') ? null : 'No recommendations available.'
}

const URGENT_STATES: readonly ZoneRowState['state'][] = ['overdue', 'planned', 'due']

/** Returns the zone with the main action: the first that is overdue or due and has an action. */
export const zoneWithMainAction = <Z extends Placed>(zones: readonly Z[]): Z | undefined =>
  zones.find(({ line: { state, action } }) => action !== null && URGENT_STATES.includes(state))
