/** Commands for the phone menu: register, report, reopen, save settings. */

import type { AccountSettings } from '#contract/accounts/views.ts'
import { isRejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { REGISTERED_BY_PHONE } from '#contract/phone/numbers.ts'
import { ageOf } from '#domain/instant.ts'
import { NEW_ACCOUNT_MAX_AGE_MS } from '#domain/report-rules.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import { confirmAccountEmail } from './accounts/confirm-email.ts'
import type { createPersonLoader } from './accounts/person.ts'
import { createCallerRegistrar } from './accounts/register-caller.ts'
import { saveSettings } from './accounts/save-settings.ts'
import { type Account, accountAggregate, type RegisteredAccount } from './aggregates/account.ts'
import { handleCommand } from './kernel/handle.ts'
import type { Kernel } from './kernel/kernel.ts'
import type { CallerCommands } from './phone/actions.ts'
import type { BinReporter, createReportReopener } from './reports/routes.ts'

interface CallerCommandDependencies {
  reportFor: BinReporter
  reopen: ReturnType<typeof createReportReopener>
  personOf: ReturnType<typeof createPersonLoader>
}

const NO_ZONE = reject('forbidden', msg`Your account has no zone yet.`)

export function createCallerCommands(
  kernel: Kernel,
  { reportFor, reopen, personOf }: CallerCommandDependencies,
): CallerCommands {
  const { store, clock } = kernel
  return {
    registerCaller: createCallerRegistrar(kernel),

    async reportBinOf(registered, envelope, isUnproved) {
      const { userId, zone } = registered
      const person = await personOf(userId)
      if (!zone || !person) return NO_ZONE
      // Phone operators confirm the number of a call, so a caller's report counts.
      // An SMS sender can be forged: with `isUnproved`, the report stays unconfirmed.
      const { name } = person
      const unproved = isUnproved || (await isOfBurst(registered, envelope)) ? { unconfirmed: true as const } : {}
      const done = await reportFor({ userId, zone, name, via: 'phone', ...unproved }, undefined, envelope)
      return isRejection(done) ? done : { reportId: done.report.id }
    },

    async reopenReportOf(reportId, userId, envelope) {
      const done = await reopen({ params: { id: reportId }, principal: { userId }, envelope }, 'not-collected')
      return isRejection(done) ? done : { reportId: done.report.id }
    },

    saveLanguage: (of, language, envelope) => change(of, { language }, envelope),
    saveSms: (of, sms, envelope) => change(of, { sms }, envelope),
  }

  /**
   * Returns whether the account is too new to trust, as one of many registered by phone.
   * At a call later than NEW_ACCOUNT_MAX_AGE_MS after registration, confirms the account instead.
   */
  async function isOfBurst({ userId, registeredBy, registeredAt, unconfirmed }: RegisteredAccount, envelope: Envelope) {
    if (!unconfirmed || registeredBy !== REGISTERED_BY_PHONE) return false
    if (ageOf(registeredAt, clock()) < NEW_ACCOUNT_MAX_AGE_MS) return true
    const confirmed = await confirmAccountEmail(kernel, userId, {
      ...envelope,
      commandId: `${envelope.commandId}/confirm`,
    })
    return isRejection(confirmed)
  }

  /**
   * Changes one setting.
   * The other settings stay as they are in the stream at the time of the append.
   */
  async function change({ registered }: Account, changed: Partial<AccountSettings>, envelope: Envelope) {
    if (!registered) return undefined
    const { userId } = registered
    const decide = (state: Account) => {
      const settings = { ...(state.settings ?? { darkMode: true, notifications: {} }), ...changed }
      return saveSettings({ userId, settings }, state, clock())
    }
    const saved = await handleCommand(store, accountAggregate.stream(userId), accountAggregate, decide, envelope)
    return isRejection(saved) ? saved : undefined
  }
}
