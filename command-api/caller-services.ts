/** What the phone menu needs of other modules: register a caller, report a bin, reopen a report, save a language. */
import { isRejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { Settings } from '#contract/settings/settings.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import type { createPersonOf } from './accounts/person.ts'
import { registerCaller } from './accounts/register-caller.ts'
import { saveSettings } from './accounts/save-settings.ts'
import { type Account, account } from './aggregates/account.ts'
import { handle } from './kernel/handle.ts'
import type { Kernel } from './kernel/kernel.ts'
import type { PhoneServices } from './phone/actions.ts'
import type { createReopen } from './reports/reopen-routes.ts'
import type { ReportBinFor } from './reports/routes.ts'

interface Commands {
  reportFor: ReportBinFor
  reopen: ReturnType<typeof createReopen>
  personOf: ReturnType<typeof createPersonOf>
}

const NO_ZONE = reject('forbidden', msg`Your account has no zone yet.`)

export function createCallerServices(kernel: Kernel, { reportFor, reopen, personOf }: Commands): PhoneServices {
  const { store, clock } = kernel
  return {
    registerCaller: (caller, envelope) => registerCaller(kernel, caller, envelope),

    async reportBinOf({ userId, zone }, envelope, isUnproved) {
      const person = await personOf(userId)
      if (!zone || !person) return NO_ZONE
      // The operator vouches for the number of a dialled code, so its report counts; the sender of an SMS is no proof.
      const { name } = person
      const unproved = isUnproved ? { unconfirmed: true as const } : {}
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

  async function change({ settings, registered }: Account, changed: Partial<Settings>, envelope: Envelope) {
    if (!registered) return undefined
    const { userId } = registered
    const chosen = { ...(settings ?? { darkMode: true, notifications: {} }), ...changed }
    const decide = (state: Account) => saveSettings({ userId, settings: chosen }, state, clock())
    const saved = await handle(store, account.stream(userId), account, decide, envelope)
    return isRejection(saved) ? saved : undefined
  }
}
