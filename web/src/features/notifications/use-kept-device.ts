/** Once somebody is signed in, the server hears whether this browser takes their pushes; its code comes after the screen. */
import { useEffect } from 'react'
import { useStore } from 'react-redux'
import { useSession } from '#web/calls/session.ts'
import type { Store } from '#web/calls/store.ts'

export function useKeptDevice(): void {
  const store = useStore() as Store
  const { user, token } = useSession()
  const userId = user?.id
  useEffect(() => {
    if (!userId || !token) return
    const tell = async () => (await import('./kept-device.ts')).tellKeptDevice(store, userId)
    tell().catch((error: unknown) =>
      console.info('The server could not be told that this browser takes pushes.', error),
    )
  }, [userId, token, store])
}
