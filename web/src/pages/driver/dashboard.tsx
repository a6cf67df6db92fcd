/** The first screen of drivers: their route sheet. */
import { t } from '@lingui/core/macro'
import { RouteSheet } from '#web/features/driver/route-sheet.tsx'
import { useTitle } from '#web/lib/hooks/page.ts'

export function DriverDashboard() {
  useTitle(t`Route`)
  return <RouteSheet />
}
