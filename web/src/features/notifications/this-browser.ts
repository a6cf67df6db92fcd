/** This browser as one that takes pushes: whether it can, may and does, and for whom. */

import { pushOwner } from './push-owner.ts'

/** A worker that is not ready by then is not coming: without it nothing can be shown. */
const READY_MS = 30_000

export type PushState = 'unsupported' | 'blocked' | 'off' | 'on'

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** At a first visit the worker is still on its way. */
async function readyWorker(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<never>((_, reject) => setTimeout(reject, READY_MS, new Error('there is no worker')))
  return Promise.race([navigator.serviceWorker.ready, late])
}

/** Where this browser takes pushes now, if it does. */
async function present(): Promise<PushSubscription | null | undefined> {
  return (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()
}

/** What of a subscription the server is told. */
function said(subscription: PushSubscription) {
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  return { endpoint, keys: { p256dh, auth } }
}

export const thisBrowser = {
  async state(userId: string): Promise<PushState> {
    if (!isSupported()) return 'unsupported'
    if (Notification.permission === 'denied') return 'blocked'
    const isOwn = Notification.permission === 'granted' && pushOwner.is(userId)
    try {
      return isOwn && (await present()) ? 'on' : 'off'
    } catch (error) {
      console.warn('This browser does not say whether it takes notifications.', error)
      return 'unsupported'
    }
  },

  /** What the server is to know again: a session is new, and the browser took pushes for this person before. */
  async known(userId: string) {
    if ((await thisBrowser.state(userId)) !== 'on') return undefined
    const subscription = await present()
    return subscription ? said(subscription) : undefined
  },

  /** Asks the reader, then the browser's push service; undefined where the reader says no. Rejects where that service can't be reached. */
  async subscribe(userId: string, key: string) {
    if ((await Notification.requestPermission()) !== 'granted') return undefined
    const worker = await readyWorker()
    // One that was made under an earlier key of the server is of no use.
    await (await worker.pushManager.getSubscription())?.unsubscribe()
    const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
    pushOwner.set(userId)
    return said(subscription)
  },

  /** Answers where it was pushed to until now. */
  async unsubscribe(): Promise<string | undefined> {
    pushOwner.clear()
    const subscription = await present()
    await subscription?.unsubscribe()
    return subscription?.endpoint
  },
}
