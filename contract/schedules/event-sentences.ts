/** Sentences that describe the events of collections: plans, schedules and dispatches. */
import { msg, plural } from '#contract/languages/message.ts'
import { toQuantityValue, toUntranslatedMessage } from '#contract/languages/values.ts'
import { appendDetails, describeReport, type EventSentences, joinWords } from '../event-names.ts'
import type { collectionEvents as events } from './events.ts'

export const collectionEventSentences: EventSentences<keyof typeof events> = {
  ReportCollected: ({ reportId, zone, collectedBy, dispatchId }, names) => {
    const [who, which] = [names.person(collectedBy), describeReport(reportId, names)]
    return dispatchId === undefined
      ? msg`${{ who }} marked ${{ report: which }} in ${{ zone }} as collected`
      : msg`${{ who }} recorded ${{ report: which }} in ${{ zone }} as collected with dispatch ${{ dispatchId }}`
  },
  CollectionScheduled: ({ scheduleId, vehicleId, zone, siteId, scheduledStart, scheduledBy }, names) =>
    msg`${{ who: names.person(scheduledBy) }} scheduled ${{ vehicleId }} for ${{ zone }} on ${{ start: names.moment(scheduledStart) }}, to ${{ site: names.site(siteId) }} (${{ scheduleId }})`,
  CollectionRescheduled: ({ scheduleId, vehicleId, zone, scheduledStart, rescheduledBy }, { person, moment }) =>
    msg`${{ who: person(rescheduledBy) }} moved the collection of ${{ zone }} by ${{ vehicleId }} to ${{ start: moment(scheduledStart) }} (${{ scheduleId }})`,
  CollectionStarted: ({ scheduleId, vehicleId, zone, reportIds }) =>
    msg`${{ vehicleId }} set out for ${plural({ reports: reportIds.length }, { one: '# report', other: '# reports' })} in ${{ zone }} (${{ scheduleId }})`,
  CollectionCompleted: ({ scheduleId, vehicleId, zone }) =>
    msg`${{ vehicleId }} completed its collection of ${{ zone }} (${{ scheduleId }})`,
  CollectionOverdue: ({ scheduleId, vehicleId, zone }) =>
    msg`The collection of ${{ zone }} by ${{ vehicleId }} is overdue with open bins (${{ scheduleId }})`,
  CollectionCancelled: ({ scheduleId, vehicleId, zone, cancelledBy, reason }, { person }) =>
    appendDetails(
      msg`${{ who: person(cancelledBy) }} cancelled the collection of ${{ zone }} by ${{ vehicleId }} (${{ scheduleId }})`,
      [reason === undefined ? undefined : toUntranslatedMessage(reason)],
      ': ',
    ),
  CancellationUndone: ({ scheduleId, vehicleId, zone, undoneBy }, { person }) =>
    msg`${{ who: person(undoneBy) }} undid the cancellation of the collection of ${{ zone }} by ${{ vehicleId }} (${{ scheduleId }})`,
  TruckDispatched: ({ dispatchId, vehicleId, siteId, loads, dispatchedBy }, { person, site }) => {
    const weight = loads.reduce((sum, load) => sum + load.weight, 0)
    const zones = joinWords(loads.map(({ zone }) => zone))
    const reports = loads.reduce((sum, { reportIds, alsoCollected = 0 }) => sum + reportIds.length + alsoCollected, 0)
    return msg`${{ who: person(dispatchedBy) }} sent ${{ vehicleId }} to ${{ site: site(siteId) }} with ${plural({ reports }, { one: '# report', other: '# reports' })} of ${{ zones }}, ${{ weight: toQuantityValue(weight, 'kg') }} (${{ dispatchId }})`
  },
  TruckArrived: ({ vehicleId, siteId }, { site }) =>
    msg`${{ vehicleId }} arrived at ${{ site: site(siteId) }} and is available`,
  DispatchAbandoned: ({ vehicleId }) => msg`${{ vehicleId }} did not leave: its dispatch was cancelled`,
  CollectionPlanned: ({ zone, cycle, vehicleIds, plannedBy }, { person }) =>
    msg`${{ who: person(plannedBy) }} planned collecting ${{ zone }} in cycle ${{ cycle }} with ${{ trucks: joinWords(vehicleIds) }}`,
  PlanReduced: ({ zone, cycle, vehicleId }) =>
    msg`${{ vehicleId }} was removed from the plan of ${{ zone }} in cycle ${{ cycle }}`,
  ReportsClaimed: ({ zone, vehicleId, reportIds, markedIds, claimedBy }, { person }) =>
    msg`${{ who: person(claimedBy) }} claimed ${plural({ reports: reportIds.length + markedIds.length }, { one: '# report', other: '# reports' })} of ${{ zone }} for ${{ vehicleId }}`,
  ReportsAssigned: ({ zone, vehicleId, reportIds, scheduleId }) =>
    msg`${{ vehicleId }} was assigned ${plural({ reports: reportIds.length }, { one: '# report', other: '# reports' })} of ${{ zone }} (${{ scheduleId }})`,
  ClaimReleased: ({ zone }) => msg`The reports claimed in ${{ zone }} are free again: their truck did not leave`,
  BurstFlagged: ({ zone, cycle, reports }) =>
    msg`${plural({ reports }, { one: '# report', other: '# reports' })} from new accounts came within an hour in ${{ zone }} in cycle ${{ cycle }}`,
  BurstCleared: ({ zone, cycle, clearedBy }, { person }) =>
    msg`${{ who: person(clearedBy) }} accepted the reports from new accounts in ${{ zone }} in cycle ${{ cycle }}`,
}
