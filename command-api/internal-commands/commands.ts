/**
 * Dispatches policy commands to their deciders.
 * A repeated command id changes nothing.
 */

import { isRejection } from '#contract/http/problems.ts'
import {
  type InternalCommand,
  type InternalCommandSender,
  type ResidentNotice,
  residentNoticeIdOf,
  thresholdAlertIdOf,
} from '#contract/internal-commands.ts'
import { digestIdOf } from '#contract/notifications/digests.ts'
import type { EventInStream } from '#contract/streams.ts'
import type { LogProver } from '#platform/proof/prover.ts'
import type { PushSender } from '#platform/push/push.ts'
import { finishErasure } from '../accounts/delete-account.ts'
import { type Account, loadAccountState } from '../aggregates/account.ts'
import {
  type AnalysisState,
  analysisAggregate,
  materialHeadAggregate,
  type RetrainedDetectorState,
} from '../aggregates/analysis.ts'
import { type Bin, handleBinCommand } from '../aggregates/bin.ts'
import { type ZonePlans, zonePlansAggregate } from '../aggregates/dispatch.ts'
import { releaseTruckForPolicy } from '../aggregates/free-truck.ts'
import { type NotificationState, notificationAggregate } from '../aggregates/notification.ts'
import { failHeadRefit, recordHeadRefit } from '../analyses/refit.ts'
import { completeAnalysis, failAnalysis, startAnalysis } from '../analyses/run-analysis.ts'
import { raiseFinding } from '../audit/findings.ts'
import { signCheckpoint } from '../audit/sign-checkpoint.ts'
import { recordForecast } from '../forecasts/record-forecast.ts'
import type { Decider, Decision } from '../kernel/decider.ts'
import { createPolicyEnvelope, handleCommand } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { readSimulatedMark } from '../notifications/about-simulated.ts'
import { archiveNotification } from '../notifications/archive-notification.ts'
import { notifyPerson } from '../notifications/notify-person.ts'
import { createRecipientLoader, notifyResident } from '../notifications/notify-resident.ts'
import { notifyRole } from '../notifications/notify-role.ts'
import { raiseThresholdAlert } from '../notifications/raise-threshold-alert.ts'
import { sendDigest } from '../notifications/send-digest.ts'
import { createSmsNotifier } from '../phone/text-notification.ts'
import type { SmsServices } from '../phone/texting.ts'
import { confirmReport } from '../reports/confirm-report.ts'
import { flagReportBurst } from '../schedules/burst.ts'
import { cancelCollectionPlanForPolicy } from '../schedules/cancel-plan.ts'
import { advanceScheduleForPolicy } from '../schedules/change-schedule.ts'
import { finishDispatch } from '../schedules/finish-dispatch.ts'
import { abandonReportClaim } from '../schedules/load-truck.ts'
import { recordDeliveryArrival } from '../schedules/move-delivery.ts'
import { notifyWaitingResidents } from '../schedules/notify-waiting.ts'
import { handleAnalysisCorrection } from '../sites/follow-correction.ts'
import { syncSiteWithConfiguration } from './follow-configuration.ts'
import { type MailOptions, mailCheckpoint, mailDigest } from './mail.ts'
import { moveResidents } from './move-residents.ts'
import { pushNotification } from './push-notification.ts'
import { scheduleZoneCollection } from './schedule-zone.ts'

/** External services; a command whose service is missing does nothing. */
interface ExternalServices {
  mailing?: MailOptions
  push?: PushSender
  texting?: SmsServices
  prover?: Pick<LogProver, 'checkpoint'>
}

/**
 * Returns a function that runs internal commands in this process.
 * It throws refusals, so that the job fails visibly and is retried.
 */
export function createInternalCommands(
  kernel: Kernel,
  { mailing, push, texting, prover }: ExternalServices = {},
): InternalCommandSender {
  const { store, clock } = kernel

  async function onNotification(
    id: string,
    commandId: string,
    decide: (state: NotificationState) => Decision<EventInStream<'notification'>>,
    mark: { simulated?: true } = {},
    mostly?: 'new',
  ) {
    const envelope = { ...createPolicyEnvelope(commandId), ...mark }
    const handled = await handleCommand(
      store,
      notificationAggregate.stream(id),
      notificationAggregate,
      decide,
      envelope,
      mostly,
    )
    if (isRejection(handled)) throw new Error(`${commandId}: ${handled.message}`)
  }

  const recipientOf = createRecipientLoader(store)
  const textNotification = texting && createSmsNotifier(kernel, texting)

  async function tellResident(notice: ResidentNotice, commandId: string, mark: { simulated?: true }): Promise<void> {
    const recipient = await recipientOf(notice.userId)
    const decide = (state: NotificationState) => notifyResident({ ...notice, recipient }, state, clock())
    return onNotification(residentNoticeIdOf(notice), commandId, decide, mark, 'new')
  }

  async function confirmReportOf(userId: string, commandId: string): Promise<void> {
    const gather = () => loadAccountState(store, userId)
    const decide = (state: Bin, { registered }: Account) =>
      registered && !registered.unconfirmed ? confirmReport({ userId }, state, clock()) : []
    const confirmed = await handleBinCommand(kernel, userId, { gather, decide }, createPolicyEnvelope(commandId))
    if (isRejection(confirmed)) throw new Error(`${commandId}: ${confirmed.message}`)
  }

  async function onAnalysis<C extends { type: string; analysisId: string }>(
    { type: _, ...command }: C,
    commandId: string,
    decide: Decider<Omit<C, 'type'>, AnalysisState, 'analysis'>,
  ): Promise<void> {
    const decided = (state: AnalysisState) => decide(command, state, clock())
    const stream = analysisAggregate.stream(command.analysisId)
    const handled = await handleCommand(store, stream, analysisAggregate, decided, createPolicyEnvelope(commandId))
    if (isRejection(handled)) throw new Error(`${commandId}: ${handled.message}`)
  }

  async function onHead(
    commandId: string,
    decide: (state: RetrainedDetectorState) => Decision<EventInStream<'material-head'>>,
  ) {
    const handled = await handleCommand(
      store,
      materialHeadAggregate.stream(),
      materialHeadAggregate,
      decide,
      createPolicyEnvelope(commandId),
    )
    if (isRejection(handled)) throw new Error(`${commandId}: ${handled.message}`)
  }

  return async (commandId: string, command: InternalCommand) => {
    const mark = await readSimulatedMark(kernel, command)
    const tellOnce = (notice: ResidentNotice) => tellResident(notice, `notify-${residentNoticeIdOf(notice)}`, mark)
    switch (command.type) {
      case 'RaiseThresholdAlert':
        return onNotification(
          thresholdAlertIdOf(command),
          commandId,
          (state) => raiseThresholdAlert(command, state, clock()),
          mark,
        )
      case 'ArchiveThresholdAlert':
        return onNotification(thresholdAlertIdOf(command), commandId, (state) =>
          archiveNotification({ by: 'system' }, state, clock()),
        )
      case 'NotifyResident': {
        const { type: _, ...notice } = command
        return tellResident(notice, commandId, mark)
      }
      case 'TellWaiting':
        return notifyWaitingResidents(kernel, command, tellOnce)
      case 'MoveScheduleOn': {
        const moved = await advanceScheduleForPolicy(kernel, command, commandId)
        if (isRejection(moved)) throw new Error(`${commandId}: ${moved.message}`)
        return
      }
      case 'FinishDispatch':
        return finishDispatch(kernel, command, tellOnce)
      case 'GiveUpClaim':
        return abandonReportClaim(kernel, command)
      case 'GiveUpPlan':
        return cancelCollectionPlanForPolicy(kernel, command, commandId)
      case 'ArriveDelivery':
        return recordDeliveryArrival(kernel, command, commandId)
      case 'FreeTruck':
        return releaseTruckForPolicy(kernel, command, commandId)
      case 'NotifyRole':
        return onNotification(command.notificationId, commandId, (state) => notifyRole(command, state, clock()), mark)
      case 'NotifyPerson':
        return onNotification(command.notificationId, commandId, (state) => notifyPerson(command, state, clock()))
      case 'SendDigest': {
        const { type: _, ...digest } = command
        const recipient = await recipientOf(digest.userId)
        const decide = (state: NotificationState) => sendDigest({ ...digest, recipient }, state, clock())
        return onNotification(digestIdOf(digest), commandId, decide, { simulated: digest.simulated })
      }
      case 'MailDigest':
        if (mailing) await mailDigest(kernel, mailing, command.notificationId, commandId)
        return
      case 'TextNotification':
        await textNotification?.(command.notificationId, commandId)
        return
      case 'PushNotification':
        if (push) await pushNotification(kernel, push, command, commandId)
        return
      case 'FollowConfiguration':
        await syncSiteWithConfiguration(kernel, command.siteId)
        return
      case 'ScheduleZone':
        return scheduleZoneCollection(kernel, command, commandId)
      case 'FlagBurst': {
        const envelope = createPolicyEnvelope(commandId)
        const decide = (state: ZonePlans) => flagReportBurst(command, state, clock())
        const flagged = await handleCommand(
          store,
          zonePlansAggregate.stream(command.zone),
          zonePlansAggregate,
          decide,
          envelope,
        )
        if (isRejection(flagged)) throw new Error(`${commandId}: ${flagged.message}`)
        return
      }
      case 'MoveResidents':
        return moveResidents(kernel, command)
      case 'StartAnalysis':
        return onAnalysis(command, commandId, startAnalysis)
      case 'CompleteAnalysis':
        return onAnalysis(command, commandId, completeAnalysis)
      case 'FailAnalysis':
        return onAnalysis(command, commandId, failAnalysis)
      case 'RecordRefit': {
        const { type: _, ...made } = command
        return onHead(commandId, (state) => recordHeadRefit(made, state, clock()))
      }
      case 'FailRefit': {
        const { type: _, ...failed } = command
        return onHead(commandId, (state) => failHeadRefit(failed, state, clock()))
      }
      case 'FollowCorrection':
        return handleAnalysisCorrection(kernel, command, commandId)
      case 'ConfirmReport':
        return confirmReportOf(command.userId, commandId)
      case 'MakeForecast':
      case 'FailForecast':
      case 'ScoreForecast':
        return recordForecast(kernel, command, commandId)
      case 'SignCheckpoint':
        if (prover) await signCheckpoint(kernel, prover, command.checkpointId, commandId)
        return
      case 'MailCheckpoint':
        if (mailing) await mailCheckpoint(kernel, mailing, command, commandId)
        return
      case 'RaiseFinding':
        return raiseFinding(kernel, command, commandId)
      case 'FinishErasure':
        return finishErasure(kernel, command.userId)
    }
  }
}
