/** Combines the settings that a user saved with the default settings. */

import type { AccountSettings } from '#contract/accounts/views.ts'
import {
  NOTIFICATION_KINDS,
  NOTIFICATION_OPTIONS,
  type NotificationKind,
  type NotificationOption,
  wantsNotification,
} from '#contract/notifications/notifications.ts'
import { wantsSms } from '#contract/phone/numbers.ts'
import type { Role } from '#domain/city.ts'
import type { Principal } from '#platform/auth/tokens.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import type { AccountRow } from '../accounts/accounts-view.ts'

type SettingsRow = Pick<AccountRow, 'settings' | 'language' | 'sealedPhone' | 'phoneProof'>

/**
 * Returns the saved settings with defaults.
 * Defaults: dark mode, all options of the role, and the sign-up's language.
 * `sms` is absent without a proved phone number.
 */
export function accountSettingsOf(role: Role, row?: SettingsRow): AccountSettings {
  const saved = row?.settings
  const language = saved?.language ?? row?.language
  const options: readonly NotificationOption[] = NOTIFICATION_OPTIONS[role]
  return {
    darkMode: saved?.darkMode ?? true,
    ...(saved?.reportEvery && { reportEvery: saved.reportEvery }),
    ...(language && { language }),
    ...(row?.sealedPhone && { sms: wantsSms(saved, row.phoneProof) }),
    notifications: Object.fromEntries(options.map((option) => [option, saved?.notifications[option] ?? true])),
  }
}

async function readSettings(
  rows: Rows,
  { userId, role }: Pick<Principal, 'userId' | 'role'>,
): Promise<AccountSettings> {
  const [row] = await rows.get<AccountRow>('accounts', [userId])
  return accountSettingsOf(role, row)
}

/** Returns the notification kinds that the reader has not switched off. */
export async function readWantedNotificationKinds(
  rows: Rows,
  reader: Pick<Principal, 'userId' | 'role'>,
): Promise<NotificationKind[]> {
  const settings = await readSettings(rows, reader)
  return NOTIFICATION_KINDS.filter((kind) => wantsNotification(reader.role, settings, kind))
}
