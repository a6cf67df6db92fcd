/** Ends a session on the server; nobody waits for it, and it goes on when the page is left. */
import { requestOf, urlOf } from './request.ts'

/** Without a network the session ends in this browser, and on the server when its token runs out. */
export async function signOutThere(token: string): Promise<void> {
  try {
    const headers = { Authorization: `Bearer ${token}` }
    const { method } = requestOf('signOut')
    await fetch(urlOf('signOut'), { method, headers, keepalive: true })
  } catch (error) {
    console.warn('The server could not be told of the sign-out.', error)
    await takeNoPushes().catch((refused) => console.warn('This browser could not stop its pushes.', refused))
  }
}

/** Unsubscribes this browser: a server that was not told of the sign-out goes on pushing what is this person's. */
async function takeNoPushes(): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration()
  await (await worker?.pushManager?.getSubscription())?.unsubscribe()
}
