/** Push notifications of this browser: subscription and owner. */

import { api, type Store } from '#web/lib/api/api.ts'
import { defineCommand, defineQuery } from '#web/lib/api/request.ts'
import { browserStorage } from '#web/lib/format/storage.ts'

const KEY = 'wastesense_push_owner'

/**
 * The user who enabled push notifications in this browser.
 * Other users of the browser receive none until they enable them.
 */
export const pushSubscriptionOwner = {
  is: (userId: string) => browserStorage.getItem(KEY) === userId,
  set: (userId: string) => browserStorage.setItem(KEY, userId),
  clear: () => browserStorage.removeItem(KEY),
}

/** API endpoints of push notifications: key, registration, removal, test. */
const pushCalls = api.injectEndpoints({
  endpoints: (build) => ({
    pushKey: build.query(defineQuery('pushKey')),
    keepDevice: build.mutation(defineCommand('keepDevice')),
    dropDevice: build.mutation(defineCommand('dropDevice')),
    testPush: build.mutation(defineCommand('testPush')),
  }),
})

export const { useLazyPushKeyQuery, useKeepDeviceMutation, useDropDeviceMutation, useTestPushMutation } = pushCalls

/** Longest wait in ms for the service worker, which shows notifications. */
const READY_MS = 30_000

/** State of push notifications for a user of this browser. */
export type PushState = 'unsupported' | 'blocked' | 'off' | 'on'

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/**
 * Returns the active service worker; rejects after a time limit.
 * On a user's first visit, waits until the worker is registered.
 */
async function readyWorker(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<never>((_, reject) => setTimeout(reject, READY_MS, new Error('there is no worker')))
  return Promise.race([navigator.serviceWorker.ready, late])
}

/** Returns this browser's subscription to push notifications, if any. */
async function currentSubscription(): Promise<PushSubscription | null | undefined> {
  return (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()
}

/** Returns the parts of a subscription that the server needs. */
function subscriptionForServer(subscription: PushSubscription) {
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  return { endpoint, keys: { p256dh, auth } }
}

export const pushSubscription = {
  async state(userId: string): Promise<PushState> {
    if (!isSupported()) return 'unsupported'
    if (Notification.permission === 'denied') return 'blocked'
    const isOwn = Notification.permission === 'granted' && pushSubscriptionOwner.is(userId)
    try {
      return isOwn && (await currentSubscription()) ? 'on' : 'off'
    } catch (error) {
      console.warn('This browser does not say whether it takes notifications.', error)
      return 'unsupported'
    }
  },

  /**
   * Returns the push subscription, to register it for the user's new session.
   * Returns undefined if the user has not enabled push notifications in this browser.
   */
  async known(userId: string) {
    if ((await pushSubscription.state(userId)) !== 'on') return undefined
    const subscription = await currentSubscription()
    return subscription ? subscriptionForServer(subscription) : undefined
  },

  /**
   * Asks for permission, then subscribes to the browser's push service.
   * Returns undefined if the user refuses.
   * Rejects if the push service is unreachable.
   */
  async subscribe(userId: string, key: string) {
    if ((await Notification.requestPermission()) !== 'granted') return undefined
    const worker = await readyWorker()
    // Removes a subscription that was made with another server key and is therefore useless.
    await (await worker.pushManager.getSubscription())?.unsubscribe()
    const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
    pushSubscriptionOwner.set(userId)
    return subscriptionForServer(subscription)
  },

  /**
   * Unsubscribes this browser.
   * Returns the endpoint for the server to remove.
   */
  async unsubscribe(): Promise<string | undefined> {
    pushSubscriptionOwner.clear()
    const subscription = await currentSubscription()
    await subscription?.unsubscribe()
    return subscription?.endpoint
  },
}

/** Registers this browser again, because the server deletes subscriptions with the session. */
export async function renewPushSubscription(store: Store, userId: string): Promise<void> {
  const body = await pushSubscription.known(userId)
  if (body) await store.dispatch(pushCalls.endpoints.keepDevice.initiate({ body })).unwrap()
}

/**
 * Unsubscribes this browser if another user enabled its push notifications.
 * The server sends pushes until a sign-out.
 * However, that user's session may have expired.
 */
export async function stopPushesOfOther(userId: string): Promise<void> {
  const isOther = () => ![null, userId].includes(browserStorage.getItem(KEY))
  if (!isOther()) return
  await (await currentSubscription())?.unsubscribe()
  if (isOther()) pushSubscriptionOwner.clear()
}
