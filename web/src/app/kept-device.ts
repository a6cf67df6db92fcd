/** Renews the push subscription of a browser in each new session of its user. */
import type { Store } from '#web/calls/store.ts'
import { pushOwner } from '#web/features/notifications/push-owner.ts'

/**
 * Loads the code only for a user who receives pushes in this browser.
 * A failure is repeated with the next session or start.
 */
export function keepDeviceOf(store: Store): void {
  let told: string | null = null
  const look = () => {
    const { user, token } = store.getState().session
    if (token === told) return
    told = token
    if (!user || !token || !pushOwner.is(user.id)) return
    import('#web/features/notifications/keep-device.ts')
      .then(({ keepDevice }) => keepDevice(store, user.id))
      .catch((error: unknown) => console.info('The server could not be told that this browser takes pushes.', error))
  }
  look()
  store.subscribe(look)
}
