/** Keeps an outbox open while a user of its role is signed in. */
import type { Role } from '#domain/city.ts'
import type { Store } from '#web/lib/api/api.ts'
import type { Outbox } from '../lib/outbox/outbox.ts'

interface OutboxOfRole {
  role: Role
  open(userId: string): Outbox
  /** Hides the previous user's entries. */
  clear(): void
}

/** The part of the feed's state that shows whether the server is reachable. */
interface WithFeed {
  feed?: { phase: string }
}

/** Follows the store's session until the page closes. */
export function openOutboxWhileSignedIn(store: Store, { role, open, clear }: OutboxOfRole, tab: Window): void {
  let owner: string | null = null
  let outbox: Outbox | null = null
  let heard = false

  const follow = () => {
    const { user, token } = store.getState().session
    const next = user?.role === role && token ? user.id : null
    if (next !== owner) {
      outbox?.close()
      outbox = null
      const hadOwner = owner !== null
      // Sets `owner` before `clear`, because `clear` changes the store, which calls this function again.
      owner = next
      // Without a previous owner there is nothing to clear. The next user's entries may be on the screen already.
      if (hadOwner) clear()
      if (next) outbox = open(next)
    }
    const live = (store.getState() as WithFeed).feed?.phase === 'live'
    if (live && !heard) outbox?.wake()
    heard = live
  }
  const wake = () => outbox?.wake()

  follow()
  store.subscribe(follow)
  tab.addEventListener('online', wake)
  tab.document.addEventListener('visibilitychange', () => tab.document.visibilityState === 'visible' && wake())
}

/** Preloads the sign-out dialog, because it is needed when there is no network. */
export function preloadSignOutDialog(): void {
  import('./sign-out-dialog.tsx').catch((error) => console.warn('The sign-out dialog could not be loaded.', error))
}
