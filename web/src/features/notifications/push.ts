/** Push messages of this browser: its subscription and its owner. */

import { api } from '#web/lib/api/api.ts'
import { command, query } from '#web/lib/api/request.ts'
import type { Store } from '#web/lib/api/store.ts'
import { browserStorage } from '#web/lib/format/storage.ts'

const KEY = 'wastesense_push_owner'

/** Owner of this browser's pushes; other users of the browser receive none until they enable them. */
export const pushOwner = {
  is: (userId: string) => browserStorage.getItem(KEY) === userId,
  set: (userId: string) => browserStorage.setItem(KEY, userId),
  clear: () => browserStorage.removeItem(KEY),
}

/** Endpoints of pushes: key, register or remove this browser, and test. */
const pushCalls = api.injectEndpoints({
  endpoints: (build) => ({
    pushKey: build.query(query('pushKey')),
    keepDevice: build.mutation(command('keepDevice')),
    dropDevice: build.mutation(command('dropDevice')),
    testPush: build.mutation(command('testPush')),
  }),
})

export const { useLazyPushKeyQuery, useKeepDeviceMutation, useDropDeviceMutation, useTestPushMutation } = pushCalls

/** Longest wait for the worker, in ms; without it no push can be shown. */
const READY_MS = 30_000

/** Push subscription of this browser: support, permission and owner. */
export type PushState = 'unsupported' | 'blocked' | 'off' | 'on'

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Returns the active worker, which is still registering on a first visit. */
async function readyWorker(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<never>((_, reject) => setTimeout(reject, READY_MS, new Error('there is no worker')))
  return Promise.race([navigator.serviceWorker.ready, late])
}

/** Returns this browser's subscription, if any. */
async function currentSubscription(): Promise<PushSubscription | null | undefined> {
  return (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()
}

/** Returns the part of a subscription for the server. */
function subscriptionForServer(subscription: PushSubscription) {
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  return { endpoint, keys: { p256dh, auth } }
}

export const pushSubscription = {
  async state(userId: string): Promise<PushState> {
    if (!isSupported()) return 'unsupported'
    if (Notification.permission === 'denied') return 'blocked'
    const isOwn = Notification.permission === 'granted' && pushOwner.is(userId)
    try {
      return isOwn && (await currentSubscription()) ? 'on' : 'off'
    } catch (error) {
      console.warn('This browser does not say whether it takes notifications.', error)
      return 'unsupported'
    }
  },

  /** Returns the subscription to register in a new session, if this user enabled pushes. */
  async known(userId: string) {
    if ((await pushSubscription.state(userId)) !== 'on') return undefined
    const subscription = await currentSubscription()
    return subscription ? subscriptionForServer(subscription) : undefined
  },

  /**
   * Requests permission, then subscribes to the browser's push service.
   * Returns undefined if the user refuses; rejects if the service is unreachable.
   */
  async subscribe(userId: string, key: string) {
    if ((await Notification.requestPermission()) !== 'granted') return undefined
    const worker = await readyWorker()
    // A subscription of an earlier server key is invalid.
    await (await worker.pushManager.getSubscription())?.unsubscribe()
    const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
    pushOwner.set(userId)
    return subscriptionForServer(subscription)
  },

  /** Unsubscribes and returns the previous endpoint. */
  async unsubscribe(): Promise<string | undefined> {
    pushOwner.clear()
    const subscription = await currentSubscription()
    await subscription?.unsubscribe()
    return subscription?.endpoint
  },
}

/** Registers a browser with pushes again, because a new session does not know it. */
export async function renewDevice(store: Store, userId: string): Promise<void> {
  const body = await pushSubscription.known(userId)
  if (body) await store.dispatch(pushCalls.endpoints.keepDevice.initiate({ body })).unwrap()
}
