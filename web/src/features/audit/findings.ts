/** Findings of the audit: endpoints, sentences, and filters in the page's address. */
import { plural, t } from '@lingui/core/macro'
import { FINDING_RULES, FINDING_STATUSES, type FindingRule, type FindingStatus } from '#contract/audit/findings.ts'
import type { BodyInputOf } from '#contract/endpoints.ts'
import type { Finding } from '#contract/views.ts'
import { api, useAppDispatch } from '#web/lib/api/api.ts'
import { AUDIT_POSITION_ROOM } from '#web/lib/api/audit-events.ts'
import { defineCommand, defineQuery } from '#web/lib/api/request.ts'
import { formatKg, formatUpToTenths } from '#web/lib/format/numbers.ts'
import { personNameOf } from '#web/lib/language/person-name.ts'
import type { BadgeTone } from '#web/ui/marks.tsx'
import { useCommand } from '#web/ui/use-command.tsx'
import { describeHistoryFilter } from './history.ts'

const findingCalls = api.enhanceEndpoints({ addTagTypes: ['Findings'] }).injectEndpoints({
  endpoints: (build) => ({
    findings: build.query({ ...defineQuery('findings'), providesTags: ['Findings'] }),
    moveFinding: build.mutation(defineCommand('moveFinding')),
  }),
})

export const { useFindingsQuery } = findingCalls

/** Causes the lists of findings to reload. */
const findingsChanged = () => findingCalls.util.invalidateTags(['Findings'])

/**
 * Returns a function that changes a finding's status.
 * It stays pending until the audit view includes the change.
 * Reloads the lists of findings, also after a conflict.
 */
export function useFindingStatus() {
  const dispatch = useAppDispatch()
  const [moveFinding] = findingCalls.useMoveFindingMutation()
  const { pending, failure, send } = useCommand(AUDIT_POSITION_ROOM)
  return {
    pending,
    failure,
    /**
     * Changes the finding's status and returns the server's message.
     * Returns undefined if another change of a finding is still running.
     * Rejects with a Failure.
     */
    async move(id: string, body: BodyInputOf<'moveFinding'>): Promise<string | undefined> {
      try {
        const done = await send({ id, ...body }, (key) => moveFinding({ id, body, key }).unwrap())
        return done?.message
      } finally {
        dispatch(findingsChanged())
      }
    },
  }
}

export const getFindingRuleLabels = (): Record<FindingRule, string> => ({
  'collected-at-once': t`Collected too soon`,
  'collected-without-truck': t`Collected without a truck`,
  'collected-out-of-hours': t`Collected at night`,
  'weight-far-from-estimate': t`Weight far from the estimate`,
  'composition-typed': t`Composition typed without a photo`,
  'fuel-above-tank': t`More fuel than the tank holds`,
  'configuration-back-and-forth': t`Setting changed and changed back`,
  'collected-without-proof': t`Collected without proof`,
  'proof-far-from-bin': t`Phone far from the bin`,
})

export const getFindingStatusBadges = (): Record<FindingStatus, { label: string; tone: BadgeTone }> => ({
  found: { label: t`Found`, tone: 'new' },
  open: { label: t`In review`, tone: 'progress' },
  explained: { label: t`Explained`, tone: 'plain' },
  closed: { label: t`Closed`, tone: 'done' },
})

/** Returns a sentence for each step in a finding's history. */
const STEPS: Record<FindingStatus, (who: string) => string> = {
  found: (who) => t`${who} found it`,
  open: (who) => t`${who} started the review`,
  explained: (who) => t`${who} explained it`,
  closed: (who) => t`${who} closed it`,
}

/** Returns a sentence about a status change of a finding, such as 'Auditor 7F3A91C2 closed it'. */
export const describeFindingStatusChange = (status: FindingStatus, who: string) => STEPS[status](personNameOf(who))

type FindingFacts = Pick<Finding, 'rule' | 'about' | 'figures'>

const hourOf = (hour: number | undefined) => `${String(hour ?? 0).padStart(2, '0')}:00`
const zoneOf = ({ zone }: FindingFacts['about']) => zone ?? '–'
const siteOf = ({ siteId }: FindingFacts['about']) => siteId ?? '–'
const truckOf = ({ vehicleId }: FindingFacts['about']) => vehicleId ?? '–'
const reportOf = ({ reportId }: FindingFacts['about']) =>
  reportId ? describeHistoryFilter('thing', `report:${reportId}`) : '–'

/** Returns why a weight is suspicious; '' without a reason. */
function weightReason({ weight = 0, before, most }: FindingFacts['figures']): string {
  const isTooMuch = most !== undefined && weight > most
  if (before !== undefined && isTooMuch)
    return t`The estimate was ${{ estimate: formatKg(before) }}, and the truck holds at most ${{ most: formatKg(most) }}.`
  if (before !== undefined) return t`The estimate was ${{ estimate: formatKg(before) }}.`
  return isTooMuch ? t`The truck holds at most ${{ most: formatKg(most) }}.` : ''
}

type WriteSentence = (who: string, about: FindingFacts['about'], figures: FindingFacts['figures']) => string

/** Functions that write a finding as a sentence, by the rule that raised the finding. */
const SENTENCES: Record<FindingRule, WriteSentence> = {
  'collected-at-once': (who, about, { seconds = 0 }) =>
    t`${who} marked ${{ report: reportOf(about) }} in ${{ zone: zoneOf(about) }} as collected only ${plural(seconds, { one: '# second', other: '# seconds' })} after the resident sent it.`,
  'collected-without-truck': (who, about, { reports = 0, hours = 0, lastTruckHours }) =>
    lastTruckHours === undefined
      ? t`${who} marked ${plural(reports, { one: '# report', other: '# reports' })} in ${{ zone: zoneOf(about) }} as collected within a day. No truck had ever been in the zone.`
      : t`${who} marked ${plural(reports, { one: '# report', other: '# reports' })} in ${{ zone: zoneOf(about) }} as collected within a day. No truck had been in the zone for ${plural(hours, { one: '# hour', other: '# hours' })}. The last one had left ${plural(lastTruckHours, { one: '# hour', other: '# hours' })} earlier.`,
  'collected-out-of-hours': (who, about, { reports = 0, from, to }) =>
    t`${who} marked ${plural(reports, { one: '# report', other: '# reports' })} in ${{ zone: zoneOf(about) }} as collected, all in one night between ${{ from: hourOf(from) }} and ${{ to: hourOf(to) }}.`,
  'weight-far-from-estimate': (who, about, figures) =>
    [
      about.vehicleId
        ? t`${who} entered ${{ weight: formatKg(figures.weight ?? 0) }} for the load of ${{ truck: about.vehicleId }} at ${{ site: siteOf(about) }}.`
        : t`${who} entered ${{ weight: formatKg(figures.weight ?? 0) }} for a load at ${{ site: siteOf(about) }}.`,
      weightReason(figures),
    ]
      .filter(Boolean)
      .join(' '),
  'composition-typed': (who, about, { times = 0 }) =>
    t`${who} typed in the composition of ${{ site: siteOf(about) }} ${plural(times, { one: '# time', other: '# times' })} in a row, without a photo.`,
  'fuel-above-tank': (who, about, { litres = 0, level = 0, tank = 0 }) =>
    t`${who} logged ${{ litres: formatUpToTenths(litres) }} litres of fuel for ${{ truck: truckOf(about) }}, for a new level of ${{ level: formatUpToTenths(level) }} litres. Its tank holds only ${{ tank: formatUpToTenths(tank) }} litres.`,
  'collected-without-proof': (who, about, { stops = 0, minutes = 0 }) =>
    t`${who} collected ${plural(stops, { one: '# bin', other: '# bins' })} in ${{ zone: zoneOf(about) }} with ${{ truck: truckOf(about) }}, but sent no photo and no location within ${plural(minutes, { one: '# minute', other: '# minutes' })}.`,
  'proof-far-from-bin': (who, about, { metres = 0 }) =>
    t`${who} was ${plural(metres, { one: '# metre', other: '# metres' })} from the bin of ${{ report: reportOf(about) }} in ${{ zone: zoneOf(about) }} when they recorded the stop.`,
  'configuration-back-and-forth': (who, { setting = '–' }, { settings = 1, hours = 0 }) =>
    settings > 1
      ? t`${who} changed the setting ${setting} and ${{ others: settings - 1 }} more, and changed them back within ${plural(hours, { one: '# hour', other: '# hours' })}.`
      : t`${who} changed the setting ${setting}, and changed it back within ${plural(hours, { one: '# hour', other: '# hours' })}.`,
}

export const findingActorOf = ({ who }: Pick<Finding, 'who'>) => (who === undefined ? t`Somebody` : personNameOf(who))

/** Returns a finding as one sentence. */
export const findingSentenceOf = ({ rule, about, figures, who }: FindingFacts & Pick<Finding, 'who'>) =>
  SENTENCES[rule](findingActorOf({ who }), about, figures)

export interface FindingsListState {
  status: FindingStatus | undefined
  rule: FindingRule | undefined
  /** Page number, starting at 1. */
  page: number
}

/** Parses filters and page from an address; ignores unknown values. */
export function readFindingsState(params: URLSearchParams): FindingsListState {
  const page = Number(params.get('page'))
  return {
    status: FINDING_STATUSES.find((status) => status === params.get('status')),
    rule: FINDING_RULES.find((rule) => rule === params.get('rule')),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  }
}

/** Returns the address query for filters and page, without default values. */
export function findingsSearchParamsOf({ status, rule, page }: FindingsListState): URLSearchParams {
  return new URLSearchParams({
    ...(status && { status }),
    ...(rule && { rule }),
    ...(page > 1 && { page: String(page) }),
  })
}
