/** Page of the recyclers' notifications. */
import { t } from '@lingui/core/macro'
import { AllNotifications } from '#web/features/notifications/all-notifications.tsx'
import { useTitle } from '#web/lib/hooks/page.ts'

export function RecyclerNotifications() {
  useTitle(t`Notifications`)
  return <AllNotifications />
}
