/** Explains a plan and its savings in one sentence. */

import type { Recommendation, Site } from '#contract/views.ts'
import { counted, tenths, withUnit } from '#rules/figure.ts'
import type { DueZone } from '#rules/planner/due.ts'
import type { Plan } from '#rules/planner/plan.ts'
import type { Solved } from '#rules/planner/solve.ts'

interface Explained {
  zones: readonly DueZone[]
  plan: Solved
  naive: Plan
  saves: Recommendation['saves']
  sites: readonly Site[]
  /** Limit of trucks, if set. */
  most?: number
  /** Currency symbol of the city. */
  symbol: string
}

export function explain(explained: Explained): string {
  const { zones, plan, most } = explained
  const open = zones.filter(({ due, under }) => due && under.length === 0)
  if (open.length === 0) return whyNothing(zones)
  const names = list(open.map(({ id }) => id))
  if (most === 0) return `Without any truck to use, ${names} must wait.`
  if (plan.legs.length === 0) return `No truck is free, fuelled and able to collect ${names} in one shift.`
  const left = open.reduce((sum, { openReports }) => sum + openReports, 0) - plan.reports
  const rest = left > 0 ? `; ${counted(left, 'report')} must wait for another truck` : ''
  return `${ways(explained)} burns ${withUnit(tenths(plan.litres), 'L')} over ${withUnit(tenths(plan.km), 'km')}${comparison(explained)}${rest}.`
}

/** Lists each truck's route as the sentence's subject. */
function ways({ plan, sites }: Explained): string {
  const nameOf = (id: string) => sites.find((site) => site.id === id)?.name ?? id
  const each = plan.legs.map(({ vehicleId, zone, siteId, trips, reports }) => {
    const often = trips > 1 ? ` in ${trips} trips` : ''
    return `${vehicleId} to ${zone} for ${counted(reports, 'report')}, unloading at ${nameOf(siteId)}${often}`
  })
  return `Sending ${list(each)}`
}

function comparison({ plan, naive, saves, symbol }: Explained): string {
  if (plan.reports > naive.reports)
    return ` and collects ${counted(plan.reports - naive.reports, 'report')} more than the most economical trucks in turn would`
  if (saves.litres > 0 || saves.km > 0)
    return `, which saves ${withUnit(saves.litres, 'L')}, ${withUnit(saves.km, 'km')} and ${symbol}\u00a0${saves.cedi.toFixed(2)} against taking the most economical trucks in turn`
  return plan.proven ? ', and no other plan needs less' : ', the least that was found'
}

function whyNothing(zones: readonly DueZone[]): string {
  const served = zones.filter(({ under }) => under.length > 0)
  if (served.length > 0) return `Trucks are scheduled for ${list(served.map(({ id }) => id))}; nothing else is due.`
  const missing = zones.map(({ id, at, openReports }, n) =>
    n === 0 ? `${id} needs ${at - openReports} more` : `${id} ${at - openReports}`,
  )
  return `A collection is recommended when there are enough reports: ${list(missing)}.`
}

const list = (parts: readonly string[]) =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
