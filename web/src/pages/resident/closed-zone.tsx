/**
 * Asks a resident of a closed zone for a new one.
 * The form loads only in that case.
 */

import { Suspense } from 'react'
import { part } from '#web/components/part.ts'
import { useRoom } from '#web/feed/use-room.ts'

const ChooseZone = part(async () => (await import('#web/features/accounts/choose-zone.tsx')).ChooseZone)

export function ClosedZone() {
  const zone = useRoom('my-zone').rows[0]
  if (!zone?.closed) return null
  return (
    <Suspense>
      <ChooseZone closed={zone.id} />
    </Suspense>
  )
}
