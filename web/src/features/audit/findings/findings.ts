/** Texts of findings, and their list’s state in the address. */
import { FINDING_RULES, FINDING_STATUSES, type FindingRule, type FindingStatus } from '#contract/audit/findings.ts'
import type { Finding } from '#contract/views.ts'
import { amount, counted, kg } from '#web/lib/format/numbers.ts'
import type { Tone } from '#web/ui/marks.tsx'
import { filterWords } from '../history/history.ts'

/** Sentences of findings from rule, subject and figures. */
export const RULE_WORDS: Record<FindingRule, string> = {
  'collected-at-once': 'Collected at once',
  'collected-without-truck': 'Collected without a truck',
  'collected-out-of-hours': 'Collected out of hours',
  'weight-far-from-estimate': 'Weight far from the estimate',
  'composition-typed': 'Composition typed without a photo',
  'fuel-above-tank': 'More fuel than the tank holds',
  'configuration-back-and-forth': 'Setting changed and changed back',
  'collected-without-proof': 'Collected without proof',
  'proof-far-from-bin': 'Proof far from the bin',
}

export const STATUS_WORDS: Record<FindingStatus, { label: string; tone: Tone }> = {
  found: { label: 'Found', tone: 'new' },
  open: { label: 'Taken up', tone: 'progress' },
  explained: { label: 'Explained', tone: 'plain' },
  closed: { label: 'Closed', tone: 'done' },
}

/** Verbs of a finding's history. */
export const STEP_WORDS: Record<FindingStatus, string> = {
  found: 'found it',
  open: 'took it up',
  explained: 'explained it',
  closed: 'closed it',
}

type FindingFacts = Pick<Finding, 'rule' | 'about' | 'figures'>

const hourOf = (hour: number | undefined) => `${String(hour ?? 0).padStart(2, '0')}:00`
const zoneOf = ({ zone }: FindingFacts['about']) => zone ?? 'a zone'
const siteOf = ({ siteId }: FindingFacts['about']) => siteId ?? 'a site'
const truckOf = ({ vehicleId }: FindingFacts['about']) => vehicleId ?? 'a truck'
const reportOf = ({ reportId }: FindingFacts['about']) => {
  const words = reportId ? filterWords('thing', `report:${reportId}`) : 'A report'
  return words.charAt(0).toLowerCase() + words.slice(1)
}

/** Returns the reasons for a suspicious weight, one or both. */
function weightReasons({ weight = 0, before, most }: FindingFacts['figures']): string {
  const reasons = [
    ...(before === undefined ? [] : [`the estimate was ${kg(before)}`]),
    ...(most !== undefined && weight > most ? [`the truck holds ${kg(most)} at most`] : []),
  ]
  return reasons.length > 0 ? `; ${reasons.join(', and ')}` : ''
}

const PREDICATES: Record<FindingRule, (about: FindingFacts['about'], figures: FindingFacts['figures']) => string> = {
  'collected-at-once': (about, { seconds = 0 }) =>
    `marked ${reportOf(about)} in ${zoneOf(about)} collected ${counted(seconds, 'second')} after it was made`,
  'collected-without-truck': (about, { reports = 0, hours = 0, lastTruckHours }) =>
    `marked ${counted(reports, 'report')} of ${zoneOf(about)} collected within a day, with no truck there for ${counted(hours, 'hour')}; ${
      lastTruckHours === undefined
        ? 'no truck had been there before'
        : `the last one had left ${counted(lastTruckHours, 'hour')} before`
    }`,
  'collected-out-of-hours': (about, { reports = 0, from, to }) =>
    `marked ${counted(reports, 'report')} of ${zoneOf(about)} collected in one night, between ${hourOf(from)} and ${hourOf(to)}`,
  'weight-far-from-estimate': (about, figures) =>
    `weighed the load of ${truckOf(about)} at ${siteOf(about)} as ${kg(figures.weight ?? 0)}${weightReasons(figures)}`,
  'composition-typed': (about, { times = 0 }) =>
    `typed the composition of ${siteOf(about)} ${counted(times, 'time')} in a row, without a photo`,
  'fuel-above-tank': (about, { litres = 0, level = 0, tank = 0 }) =>
    `logged ${amount(litres)} litres of fuel for ${truckOf(about)}, up to ${amount(level)} litres; its tank holds ${amount(tank)}`,
  'collected-without-proof': (about, { stops = 0, minutes = 0 }) =>
    `collected ${counted(stops, 'bin')} of ${zoneOf(about)} with ${truckOf(about)}, without a photo or a position within ${counted(minutes, 'minute')}`,
  'proof-far-from-bin': (about, { metres = 0 }) =>
    `was ${counted(metres, 'metre')} from the bin of ${reportOf(about)} in ${zoneOf(about)} when they served it`,
  'configuration-back-and-forth': ({ setting }, { settings = 1, hours = 0 }) =>
    `changed the setting ${setting ?? 'of something'}${settings > 1 ? ` and ${settings - 1} more` : ''}, and changed ${
      settings > 1 ? 'them' : 'it'
    } back within ${counted(hours, 'hour')}`,
}

/** Returns the person as auditors know them. */
export const findingActor = ({ who }: Pick<Finding, 'who'>) => who ?? 'Somebody'

/** Returns the rest of the sentence that starts with `whoOf`. */
export const findingPredicate = ({ rule, about, figures }: FindingFacts) => `${PREDICATES[rule](about, figures)}.`

export interface FindingsState {
  status: FindingStatus | undefined
  rule: FindingRule | undefined
  /** Starts at 1. */
  page: number
}

/** Parses an address; ignores unknown values. */
export function readFindingsState(params: URLSearchParams): FindingsState {
  const page = Number(params.get('page'))
  return {
    status: FINDING_STATUSES.find((status) => status === params.get('status')),
    rule: FINDING_RULES.find((rule) => rule === params.get('rule')),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  }
}

/** Returns the address of a state without default values. */
export function paramsOf({ status, rule, page }: FindingsState): URLSearchParams {
  return new URLSearchParams({
    ...(status && { status }),
    ...(rule && { rule }),
    ...(page > 1 && { page: String(page) }),
  })
}
