/** Registers a browser with pushes again, because a new session does not know it. */
import type { Store } from '#web/lib/api/store.ts'
import { pushCalls } from './push-calls.ts'
import { pushSubscription } from './push-subscription.ts'

export async function renewDevice(store: Store, userId: string): Promise<void> {
  const body = await pushSubscription.known(userId)
  if (body) await store.dispatch(pushCalls.endpoints.keepDevice.initiate({ body })).unwrap()
}
