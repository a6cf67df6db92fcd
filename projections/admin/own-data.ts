/** Answers a person's queries about their own data: who looked up their name, and a full export. */

import { reject } from '#contract/http/problems.ts'
import { msg, type Translator } from '#contract/languages/message.ts'
import type { PersonAccess } from '#contract/views.ts'
import type { ReadHandlers } from '#platform/http/api.ts'
import { translatorOf } from '#platform/languages/catalogues.ts'
import { toUser, unsealPersons } from '#platform/persons.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import type { AccountRow, PersonalDataAccessRow } from '../accounts/accounts-view.ts'
import { type NotificationRow, toNotifications } from '../notifications/notifications-view.ts'
import type { SmsNotificationRow } from '../phone/phone-views.ts'
import type { ReadDependencies } from '../queries/dependencies.ts'
import type { PersonDirectory } from '../queries/people.ts'
import { accountSettingsOf } from '../queries/reader-settings.ts'
import { readBins } from '../reports/bins-view.ts'
import type { ReportRow } from '../reports/reports-view.ts'
import { unsealReports } from '../reports/unseal-reports.ts'
import type { SecurityRow } from '../security/security-view.ts'

const UNKNOWN = reject('not-found', msg`Your account is not ready yet. Please try again in a moment.`)
const newest = { at: -1, id: 1 } as const

export function createOwnDataReadHandlers(
  { sealer, vault }: Pick<ReadDependencies, 'sealer' | 'vault'>,
  people: PersonDirectory,
): ReadHandlers {
  async function accessesOf(rows: Rows, userId: string, translate: Translator): Promise<PersonAccess[]> {
    const found = await rows.find<PersonalDataAccessRow>('accesses', { filter: { userId }, sort: newest })
    const [openers, reasons] = await Promise.all([
      people.byId(
        rows,
        found.map(({ openedBy }) => openedBy),
      ),
      sealer.open<{ reason: string }>(found.map(({ sealed }) => ({ personId: userId, sealed }))),
    ])
    return found.map(({ id, at, openedBy, lookedUpBy }, index) => {
      const opener = openers.get(openedBy)
      return {
        id,
        at,
        by_name: opener && !opener.keyGone ? opener.name : translate(msg`Erased user`),
        by_role: opener?.row.role ?? 'auditor',
        reason: reasons[index]?.reason ?? '',
        ...(lookedUpBy && { looked_up_by: lookedUpBy }),
      }
    })
  }

  /** Removes the log position from rows. */
  const plain = <R extends Row>(rows: readonly R[]) => rows.map(({ position: _, ...row }) => row)

  return {
    ownAccesses: async ({ principal, locale }, { rows }) => ({
      accesses: await accessesOf(rows, principal.userId, translatorOf(locale)),
    }),

    async ownData({ principal: { userId, role }, locale }, { rows, now }) {
      const [row] = await rows.get<AccountRow>('accounts', [userId])
      if (!row || row.erased) return UNKNOWN
      const translate = translatorOf(locale)
      const [[person], bins, reports, notifications, texts, security, sessions, factor, accesses] = await Promise.all([
        unsealPersons(sealer, [{ ...row, userId }]),
        readBins(rows, sealer, [userId]),
        rows.find<ReportRow>('reports', { filter: { userId }, sort: { timestamp: -1, id: 1 } }),
        rows.find<NotificationRow>('notifications', { filter: { to: userId }, sort: { timestamp: -1, id: 1 } }),
        rows.find<SmsNotificationRow>('texts', { filter: { userId }, sort: newest }),
        rows.find<SecurityRow>('security', { filter: { userId }, sort: newest }),
        vault.sessions(userId, now.getTime()),
        vault.secondFactor(userId),
        accessesOf(rows, userId, translate),
      ])
      const content = {
        made_at: now.toISOString(),
        account: toUser(row, person),
        settings: { ...accountSettingsOf(role, row), saved: row.settings !== undefined },
        ...(bins.has(userId) && { bin: bins.get(userId) }),
        reports: await unsealReports(reports, sealer, { withName: true }),
        notifications: await toNotifications(notifications, rows, locale),
        sent_by_sms: plain(texts),
        sign_ins_and_security: plain(security),
        sessions: sessions.map(({ device, since, seenAt }) => ({
          device,
          since: new Date(since).toISOString(),
          seen: new Date(seenAt).toISOString(),
        })),
        second_factor: factor?.active === true,
        who_opened_my_name: accesses,
        not_in_this_file: translate(
          msg`Your password and two-step sign-in, stored only as hashes and keys; the push addresses of your browsers.`,
        ),
      }
      const name = `my-data-${content.made_at.slice(0, 10)}.json`
      return { type: 'application/json', name, content: `${JSON.stringify(content, null, 2)}\n` }
    },
  }
}
