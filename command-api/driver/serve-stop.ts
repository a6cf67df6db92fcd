/**
 * ServeStop: a driver records the outcome of a stop.
 * The bin's stream decides, so driver and dispatcher cannot both collect the bin.
 */
import type { EventData } from '#contract/events.ts'
import { isRejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { StopException, StopOutcome } from '#domain/stop-outcomes.ts'
import { type Bin, hasReport } from '../aggregates/bin.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'
import { NO_REPORT_REJECTION, reopenReport } from '../reports/reopen-report.ts'

export interface RecordStopOutcomeCommand
  extends Pick<
    EventData<'StopServed'>,
    'stopId' | 'scheduleId' | 'vehicleId' | 'picture' | 'sealedFix' | 'sealedNote' | 'metres' | 'servedBy' | 'servedAt'
  > {
  outcome: StopOutcome
  exception?: StopException | undefined
  /**
   * True if the truck has unloaded at the site.
   * Outcomes of its stops are then final.
   */
  isUnloaded: boolean
  /** True if the report is collected but in no load yet. */
  loose?: true | undefined
  /**
   * The truck's load with the reports of this schedule.
   * Absent until the truck departs.
   */
  load?: Pick<EventData<'TruckDispatched'>, 'dispatchId' | 'siteId'> | undefined
}

const COLLECTED_BY_OTHERS = reject('conflict', msg`This bin has already been marked as collected.`)
const LOAD_ALREADY_UNLOADED = reject('conflict', msg`The load is at the site, so this stop cannot be corrected.`)

export const recordStopOutcome: Decider<RecordStopOutcomeCommand, Bin, 'bin'> = (command, state, now) => {
  const { stopId, scheduleId, outcome, servedBy: by } = command
  if (!hasReport(state, stopId)) return NO_REPORT_REJECTION
  const before = state.served?.stopId === stopId && state.served.scheduleId === scheduleId ? state.served : undefined
  if (before && saysNothingNew(command, before)) return []
  const report = [state.open, state.last].find((known) => known?.reportId === stopId)
  if (!report) return reject('conflict', msg`This bin was reported again. You can only record its latest report.`)
  const isOpen = state.open?.reportId === stopId
  // After unloading, an outcome can change only if it was recorded too late to be part of the load.
  if (before && before.outcome !== outcome && command.isUnloaded && !before.afterLoad) return LOAD_ALREADY_UNLOADED
  const load = isOpen && outcome === 'collected' ? command.load : undefined
  const afterLoad = load ? true : outcome === before?.outcome ? before.afterLoad : undefined
  const about = { ...report, ...(afterLoad && { afterLoad }) }
  const served = (of: string) => createEvent('StopServed', servedOf(command, { ...about, stopId: of }, now, before))
  if (outcome === 'collected') {
    const { userId, zone, reportedAt } = report
    // If the truck left before the outcome arrived, its load already includes the bin.
    const { dispatchId, siteId } = load ?? {}
    const collected = {
      ...{ reportId: stopId, userId, zone, reportedAt, collectedBy: by, collectedAt: now.toISOString() },
      ...(load && { dispatchId, siteId }),
    }
    // Records only the driver's proof if a dispatcher has already marked the report as collected.
    return [served(stopId), ...(isOpen ? [createEvent('ReportCollected', collected)] : [])]
  }
  if (isOpen) return [served(stopId)]
  // A driver can undo only a collection that a driver recorded.
  if (before?.outcome !== 'collected' || state.last?.collectedBy !== before.servedBy) return COLLECTED_BY_OTHERS
  // The bin was not collected: reopens its report under the next id.
  const reopening = { reportId: stopId, reason: 'mistake', reopenedBy: by, loose: command.loose } as const
  const reopened = reopenReport(reopening, state, now)
  if (isRejection(reopened)) return reopened
  const [first] = reopened
  return first?.type === 'ReportReopened' ? [first, served(first.data.reportId)] : reopened
}

type StopServedData = EventData<'StopServed'>

/**
 * Returns whether the command adds nothing to the recorded outcome.
 * A missing photo is no change, because it may be sent later.
 */
function saysNothingNew(
  { outcome, exception, picture, sealedNote }: RecordStopOutcomeCommand,
  before: StopServedData,
): boolean {
  const sameWord = outcome === before.outcome && exception === before.exception
  return sameWord && (picture === undefined || picture === before.picture) && !(sealedNote && !before.sealedNote)
}

/**
 * Returns the event that records the outcome of a stop.
 * If the outcome is unchanged, it keeps earlier photo, note and location unless the command has new ones.
 */
function servedOf(
  command: RecordStopOutcomeCommand,
  { userId, zone, stopId, afterLoad }: Pick<StopServedData, 'userId' | 'zone' | 'stopId' | 'afterLoad'>,
  now: Date,
  before: StopServedData | undefined,
): StopServedData {
  const { isUnloaded: _, loose: __, load: ___, ...said } = command
  const kept = before?.outcome === command.outcome && before.exception === command.exception ? before : undefined
  const { picture = kept?.picture, sealedNote = kept?.sealedNote, servedAt } = said
  const place = said.sealedFix ? said : (kept ?? said)
  return {
    ...said,
    stopId,
    userId,
    zone,
    picture,
    sealedNote,
    sealedFix: place.sealedFix,
    metres: place.metres,
    ...(afterLoad && { afterLoad }),
    servedAt: kept?.servedAt ?? servedAt,
    recordedAt: now.toISOString(),
  }
}
