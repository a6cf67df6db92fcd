/** The recyclers' notifications. */
import { AllNotifications } from '#web/features/notifications/all-notifications.tsx'
import { useTitle } from '#web/lib/hooks/page.ts'

export function RecyclerNotifications() {
  useTitle('Notifications')
  return <AllNotifications />
}
