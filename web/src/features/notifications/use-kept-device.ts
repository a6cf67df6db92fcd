/** Tells the server again of a browser that takes its reader's pushes: a new session knows nothing of the one before. */
import { useEffect } from 'react'
import { useSession } from '#web/calls/session.ts'
import { useKeepDeviceMutation } from './push-calls.ts'
import { thisBrowser } from './this-browser.ts'

export function useKeptDevice(): void {
  const { user, token } = useSession()
  const [keepDevice] = useKeepDeviceMutation()
  const userId = user?.id
  useEffect(() => {
    if (!userId || !token) return
    const tell = async () => {
      const body = await thisBrowser.known(userId)
      if (body) await keepDevice({ body }).unwrap()
    }
    tell().catch((error: unknown) =>
      console.info('The server could not be told that this browser takes pushes.', error),
    )
  }, [userId, token, keepDevice])
}
