/** SaveSettings: stores notifications and appearance, limited to options of the role. */

import type { AccountSettings } from '#contract/accounts/views.ts'
import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { NOTIFICATION_OPTIONS, type NotificationOption } from '#contract/notifications/notifications.ts'
import type { Account } from '../aggregates/account.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'
import { SIGN_IN_AGAIN_REJECTION } from './session.ts'

interface SaveSettings {
  userId: string
  settings: AccountSettings
}

/**
 * Stores settings.
 * Keeps an omitted language or SMS option, because older screens do not send them.
 */
export const saveSettings: Decider<SaveSettings, Account, 'account'> = (
  { userId, settings: chosen },
  { registered, ...state },
  now,
) => {
  if (!registered) return SIGN_IN_AGAIN_REJECTION
  const options: readonly NotificationOption[] = NOTIFICATION_OPTIONS[registered.role]
  const language = chosen.language ?? state.settings?.language
  const sms = chosen.sms ?? state.settings?.sms
  const settings = { ...chosen, ...(language && { language }), ...(sms !== undefined && { sms }) }
  const foreign = Object.keys(settings.notifications).find((option) => !options.includes(option as NotificationOption))
  if (foreign) {
    const message = msg`Your role has no such notifications`
    return reject('bad-request', message, { [`notifications.${foreign}`]: message })
  }
  if (state.settings && same(state.settings, settings, options)) return []
  return [createEvent('SettingsSaved', { userId, settings, savedAt: now.toISOString() })]
}

const same = (a: AccountSettings, b: AccountSettings, options: readonly NotificationOption[]) =>
  a.darkMode === b.darkMode &&
  a.reportEvery === b.reportEvery &&
  a.language === b.language &&
  a.sms === b.sms &&
  options.every((option) => a.notifications[option] === b.notifications[option])
