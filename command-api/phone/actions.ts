/** Runs the caller's menu choice; returns the sentence that ends the session. */
import { isRejection, type Rejection } from '#contract/http/problems.ts'
import type { Locale } from '#contract/languages/locales.ts'
import type { Message } from '#contract/languages/message.ts'
import type { PhoneGateway } from '#contract/phone/gateways.ts'
import * as screens from '#contract/phone/screens.ts'
import type { Zone } from '#domain/city.ts'
import { referenceOf } from '#domain/reference.ts'
import type { UssdAction } from '#domain/ussd-menu.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { type Account, languageOf, type RegisteredAccount } from '../aggregates/account.ts'
import { binAggregate } from '../aggregates/bin.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadState } from '../kernel/load.ts'
import { readConfiguration } from '../lookups/configuration.ts'

interface NewCaller {
  number: string
  zone: Zone
  name?: string | undefined
  language?: Locale | undefined
}

/** Commands of other modules that the phone menu runs. */
export interface CallerCommands {
  /**
   * Returns the account with the caller's phone number.
   * Registers the caller if no account has the number.
   */
  registerCaller(caller: NewCaller, envelope: Envelope): Promise<RegisteredAccount | Rejection>
  /** Reports the bin of an account; returns the report's id. */
  reportBinOf(
    account: RegisteredAccount,
    envelope: Envelope,
    isUnproved?: true,
  ): Promise<{ reportId: string } | Rejection>
  /** Reopens a collected report; returns the id of the new report. */
  reopenReportOf(reportId: string, userId: string, envelope: Envelope): Promise<{ reportId: string } | Rejection>
  /** Switches an account's notifications by SMS on or off. */
  saveSms(account: Account, sms: boolean, envelope: Envelope): Promise<Rejection | undefined>
  saveLanguage(account: Account, language: Locale, envelope: Envelope): Promise<Rejection | undefined>
}

export interface PhoneCall {
  /** Phone number of the caller or sender, in E.164. */
  number: string
  gateway: PhoneGateway
  account: Account | undefined
  /** Language of the answer. */
  locale: Locale
  /** Language that the caller chose in the USSD session. */
  language?: Locale
  /** True if the caller's phone number may be forged, as in an SMS. */
  isUnproved?: true
}

interface ReportRow extends Row {
  status: string
}
interface ScheduleRow extends Row {
  scheduledStart: string
  estimatedCompletion: string
}

export function createPhoneActions(kernel: Kernel, services: CallerCommands) {
  const { store, rows } = kernel
  const envelopeOf = (commandId: string, actor: string): Envelope => ({ commandId, fingerprint: 'ussd', actor })
  const timeZone = async () => (await readConfiguration(await rows.standing('configuration'))).city.timeZone

  async function report(
    { zone, name }: Extract<UssdAction, { does: 'report' }>,
    { number, account, language, isUnproved }: PhoneCall,
    commandId: string,
  ): Promise<Message | Rejection> {
    const registered =
      account?.registered ??
      (zone === undefined
        ? undefined
        : await services.registerCaller({ number, zone, name, language }, envelopeOf(`${commandId}/account`, 'phone')))
    if (!registered) return screens.USSD_SESSION_END_MESSAGES.expired
    if (isRejection(registered)) return registered
    const done = await services.reportBinOf(registered, envelopeOf(commandId, registered.userId), isUnproved)
    return isRejection(done)
      ? done
      : screens.createBinReportedMessage(registered.zone ?? '', referenceOf('report', done.reportId))
  }

  async function status(registered: RegisteredAccount): Promise<Message> {
    const { open, last } = await loadState(store, binAggregate.stream(registered.userId), binAggregate)
    const latest = open ?? last
    if (!latest) return screens.USSD_SESSION_END_MESSAGES['no-report']
    const [row] = await (await rows.standing('reports')).get<ReportRow>('reports', [latest.reportId])
    const about = { timeZone: await timeZone(), reference: referenceOf('report', latest.reportId) }
    if (!open && last) return screens.createReportCollectedMessage({ ...about, at: last.collectedAt })
    const sent = { ...about, at: latest.reportedAt }
    return row?.status === 'in-progress'
      ? screens.createTruckUnderWayMessage(sent)
      : screens.createReportWaitingMessage(sent)
  }

  async function next({ zone = '' }: RegisteredAccount): Promise<Message> {
    const found = await (await rows.standing('schedules')).find<ScheduleRow>('schedules', {
      filter: { zone, open: true },
      sort: { scheduledStart: 1 },
      limit: 1,
    })
    const [first] = found
    if (!first) return screens.createNoCollectionMessage(zone)
    return screens.createNextCollectionMessage(zone, await timeZone(), first.scheduledStart, first.estimatedCompletion)
  }

  async function reopen({ userId }: RegisteredAccount, commandId: string): Promise<Message | Rejection> {
    const { open, last } = await loadState(store, binAggregate.stream(userId), binAggregate)
    // Reopens the resident's last collected report.
    // If there is none, tries to reopen the open report.
    // The reopen command then finds out whether the report's truck has already left.
    const reportId = (last ?? open)?.reportId
    if (reportId === undefined) return screens.USSD_SESSION_END_MESSAGES['no-report']
    const done = await services.reopenReportOf(reportId, userId, envelopeOf(commandId, userId))
    return isRejection(done) ? done : screens.createReportReopenedMessage(referenceOf('report', done.reportId))
  }

  async function switchTexts(on: boolean, { account }: PhoneCall, commandId: string): Promise<Message | Rejection> {
    if (!account?.registered) return screens.USSD_SESSION_END_MESSAGES.expired
    const refused = await services.saveSms(account, on, envelopeOf(commandId, account.registered.userId))
    return refused ?? screens.USSD_SESSION_END_MESSAGES[on ? 'texts-on' : 'texts-off']
  }

  return {
    async run(action: UssdAction, call: PhoneCall, commandId: string): Promise<Message | Rejection> {
      if (action.does === 'report') return report(action, call, commandId)
      if (action.does === 'texts') return switchTexts(action.on, call, commandId)
      const registered = call.account?.registered
      if (!registered) return screens.USSD_SESSION_END_MESSAGES['no-report']
      if (action.does === 'status') return status(registered)
      return action.does === 'next' ? next(registered) : reopen(registered, commandId)
    },

    /**
     * Records the language of an account that already exists.
     * New accounts get their language at registration.
     */
    async saveLanguage(language: Locale, { account }: PhoneCall, commandId: string): Promise<void> {
      if (!account?.registered || languageOf(account) === language) return
      await services.saveLanguage(account, language, envelopeOf(commandId, account.registered.userId))
    },
  }
}
