/** Sentences of collections: plans, schedules and dispatches. */
import { countNoun, withUnit } from '#domain/number-format.ts'
import { ifDefined, joinWords, report, type Sentences } from '../event-names.ts'
import type { collections as events } from './events.ts'

export const collections: Sentences<keyof typeof events> = {
  ReportCollected: ({ reportId, zone, collectedBy, dispatchId }, names) =>
    dispatchId === undefined
      ? `${names.person(collectedBy)} marked ${report(reportId, names)} in ${zone} as collected`
      : `${report(reportId, names)} in ${zone} was collected with dispatch ${dispatchId} of ${names.person(collectedBy)}`,
  CollectionScheduled: (
    { scheduleId, vehicleId, zone, siteId, scheduledStart, scheduledBy },
    { person, site, moment },
  ) =>
    `${person(scheduledBy)} scheduled ${vehicleId} for ${zone} on ${moment(scheduledStart)}, to ${site(siteId)} (${scheduleId})`,
  CollectionRescheduled: ({ scheduleId, vehicleId, zone, scheduledStart, rescheduledBy }, { person, moment }) =>
    `${person(rescheduledBy)} moved the collection of ${zone} by ${vehicleId} to ${moment(scheduledStart)} (${scheduleId})`,
  CollectionStarted: ({ scheduleId, vehicleId, zone, reportIds }) =>
    `${vehicleId} set out for ${countNoun(reportIds.length, 'report')} in ${zone} (${scheduleId})`,
  CollectionCompleted: ({ scheduleId, vehicleId, zone }) =>
    `${vehicleId} completed its collection of ${zone} (${scheduleId})`,
  CollectionOverdue: ({ scheduleId, vehicleId, zone }) =>
    `The collection of ${zone} by ${vehicleId} is overdue with open bins (${scheduleId})`,
  CollectionCancelled: ({ scheduleId, vehicleId, zone, cancelledBy, reason }, { person }) =>
    `${person(cancelledBy)} cancelled the collection of ${zone} by ${vehicleId} (${scheduleId})${ifDefined(reason, (why) => `: ${why}`)}`,
  CancellationUndone: ({ scheduleId, vehicleId, zone, undoneBy }, { person }) =>
    `${person(undoneBy)} undid the cancellation of the collection of ${zone} by ${vehicleId} (${scheduleId})`,
  TruckDispatched: ({ dispatchId, vehicleId, siteId, loads, dispatchedBy }, { person, site }) => {
    const weight = loads.reduce((sum, load) => sum + load.weight, 0)
    const zones = joinWords(loads.map(({ zone }) => zone))
    const reports = loads.reduce((sum, { reportIds, alsoCollected = 0 }) => sum + reportIds.length + alsoCollected, 0)
    return `${person(dispatchedBy)} sent ${vehicleId} to ${site(siteId)} with ${countNoun(reports, 'report')} of ${zones}, ${withUnit(weight, 'kg')} (${dispatchId})`
  },
  TruckArrived: ({ vehicleId, siteId }, { site }) => `${vehicleId} arrived at ${site(siteId)} and is available`,
  DispatchAbandoned: ({ vehicleId }) => `${vehicleId} did not leave: its dispatch was abandoned`,
  CollectionPlanned: ({ zone, cycle, vehicleIds, plannedBy }, { person }) =>
    `${person(plannedBy)} planned cycle ${cycle} of ${zone} with ${joinWords(vehicleIds)}`,
  PlanReduced: ({ zone, cycle, vehicleId }) => `${vehicleId} was removed from the plan of ${zone} in cycle ${cycle}`,
  ReportsClaimed: ({ zone, vehicleId, reportIds, markedIds, claimedBy }, { person }) =>
    `${person(claimedBy)} claimed ${countNoun(reportIds.length + markedIds.length, 'report')} of ${zone} for ${vehicleId}`,
  ReportsAssigned: ({ zone, vehicleId, reportIds, scheduleId }) =>
    `${vehicleId} was assigned ${countNoun(reportIds.length, 'report')} of ${zone} (${scheduleId})`,
  ClaimReleased: ({ zone }) => `The reports claimed in ${zone} were released: their truck did not leave`,
  BurstFlagged: ({ zone, cycle, reports }) =>
    `${countNoun(reports, 'report')} from new accounts came at once in ${zone} in cycle ${cycle}`,
  BurstCleared: ({ zone, cycle, clearedBy }, { person }) =>
    `${person(clearedBy)} let the reports from new accounts in ${zone} in cycle ${cycle} pass`,
}
