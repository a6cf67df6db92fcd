/** Ends a session on the server in the background, also after the page closes. */
import { requestOf, urlOf } from './request.ts'

/** Offline, the session ends in this browser; on the server its token expires. */
export async function signOutOnServer(token: string): Promise<void> {
  try {
    const headers = { Authorization: `Bearer ${token}` }
    const { method } = requestOf('signOut')
    await fetch(urlOf('signOut'), { method, headers, keepalive: true })
  } catch (error) {
    console.warn('The server could not be told of the sign-out.', error)
    await unsubscribePushes().catch((refused) => console.warn('This browser could not stop its pushes.', refused))
  }
}

/**
 * Unsubscribes this browser from pushes.
 * A server that missed the sign-out would continue to send them.
 */
async function unsubscribePushes(): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration()
  await (await worker?.pushManager?.getSubscription())?.unsubscribe()
}
