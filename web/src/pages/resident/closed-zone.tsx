/** Asks a resident whose zone was closed for the zone that they live in now; what that takes is fetched when it is so. */

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
