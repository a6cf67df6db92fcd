/** The dispatchers' notifications, without those that the reader has switched off. */
import { wants } from '#contract/notifications.ts'
import { useSettingsQuery } from '#web/features/accounts/profile-calls.ts'
import { NotificationsPanel } from '#web/features/notifications/notifications-panel.tsx'

/** While the settings are not known, all are shown: rather one too many than an alert that nobody sees. */
export function Notices({ className }: { className: string | undefined }) {
  const { data } = useSettingsQuery()
  return <NotificationsPanel className={className} wanted={(kind) => wants('dispatcher', data?.settings, kind)} />
}
