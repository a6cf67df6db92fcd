/** Registers a browser with pushes again, because a new session does not know it. */
import type { Store } from '#web/calls/store.ts'
import { pushCalls } from './push-calls.ts'
import { thisBrowser } from './this-browser.ts'

export async function keepDevice(store: Store, userId: string): Promise<void> {
  const body = await thisBrowser.known(userId)
  if (body) await store.dispatch(pushCalls.endpoints.keepDevice.initiate({ body })).unwrap()
}
