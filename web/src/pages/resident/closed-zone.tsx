/** Asks a resident whose zone was closed for the zone that they live in now; what that takes is fetched when it is so. */
import { lazy, Suspense } from 'react'
import { useRoom } from '#web/feed/use-room.ts'

const ChooseZone = lazy(async () => ({ default: (await import('#web/features/accounts/choose-zone.tsx')).ChooseZone }))

export function ClosedZone() {
  const zone = useRoom('my-zone').rows[0]
  if (!zone?.closed) return null
  return (
    <Suspense>
      <ChooseZone closed={zone.id} />
    </Suspense>
  )
}
