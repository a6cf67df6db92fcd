/**
 * Starts the work that can wait for the first screen.
 * It registers the service worker, sends stored data and removes other drivers' data.
 * It prepares the page for browsers' translators.
 */

import type { Role } from '#domain/city.ts'
import type { CitySettings } from '#domain/city-settings.ts'
import { pushSubscriptionOwner, renewPushSubscription, stopPushesOfOther } from '#web/features/notifications/push.ts'
import type { Store } from '#web/lib/api/api.ts'
import { urlOf } from '#web/lib/api/request.ts'
import { storeCitySettings } from '../lib/format/times.ts'
import { SHIFT_DATABASE } from '../lib/outbox/stored.ts'
import { registerServiceWorker } from './app.tsx'
import { findScreen, preloadScreen } from './router.tsx'

export function startDeferredTasks(store: Store): void {
  patchDomForPageTranslators(document.body)
  void preloadAfterSignIn(store)
  void loadCitySettings()
  startWhenSignedIn(store, 'resident', async () => (await import('./outboxes.ts')).sendWaitingReports(store))
  startWhenSignedIn(store, 'driver', async () => (await import('./outboxes.ts')).sendWaitingDriverActions(store))
  removeOtherDriversSheets(store)
  renewPushDevice(store)
  if (import.meta.env.PROD) void registerServiceWorker()
}

/**
 * Loads an outbox once its role's user is signed in.
 * After a failure, the next store change retries.
 */
function startWhenSignedIn(store: Store, role: Role, begin: () => Promise<void>): void {
  let begun = false
  const beginOnce = () => {
    if (begun || store.getState().session.user?.role !== role) return
    begun = true
    begin().catch((error) => {
      begun = false
      console.warn('The outbox could not be loaded yet.', error)
    })
  }
  beginOnce()
  store.subscribe(beginOnce)
}

/**
 * Loads the city's settings.
 * On failure the stored ones remain until the next start.
 */
async function loadCitySettings(): Promise<void> {
  try {
    const answer = await fetch(urlOf('city'))
    if (answer.ok) storeCitySettings((await answer.json()) as CitySettings)
  } catch (error) {
    console.info('The city’s settings could not be fetched.', error)
  }
}

/**
 * Preloads the resident dashboard while the sign-in page is open.
 * Most people who sign in are residents.
 */
async function preloadAfterSignIn(store: Store): Promise<void> {
  if (store.getState().session.user || window.location.pathname !== '/login') return
  await preloadScreen(await findScreen('/resident/dashboard', 'resident'))
}

/**
 * Registers this device for push notifications again with each new session.
 * If another user enabled them here, unsubscribes this device instead.
 * A failure is retried with the next session.
 */
export function renewPushDevice(store: Store): void {
  let renewedFor: string | null = null
  const renew = () => {
    const { user, token } = store.getState().session
    if (token === renewedFor) return
    renewedFor = token
    if (!user || !token) return
    const isOwner = pushSubscriptionOwner.is(user.id)
    const work = isOwner ? renewPushSubscription(store, user.id) : stopPushesOfOther(user.id)
    work.catch((error: unknown) => console.info('The push notifications of this browser could not be updated.', error))
  }
  renew()
  store.subscribe(renew)
}

/**
 * Removes other drivers' stored stop lists when the session changes.
 * The lists say where bins are.
 * Outcomes that were not sent yet stay stored for their driver.
 */
export function removeOtherDriversSheets(store: Store): void {
  let checked: string | undefined
  const check = () => {
    const { loading, user } = store.getState().session
    const userId = user?.id ?? ''
    if (loading || userId === checked) return
    checked = userId
    deleteStoredSheetsExcept(userId).catch((error) =>
      console.warn('The sheets in this browser could not be removed.', error),
    )
  }
  check()
  store.subscribe(check)
}

async function deleteStoredSheetsExcept(userId: string): Promise<void> {
  // Most browsers were never used by a driver.
  // They need not load the code that deletes stored route sheets.
  const databases = await indexedDB.databases?.()
  if (databases?.every(({ name }) => name !== SHIFT_DATABASE)) return
  const { deleteRouteSheetsOfOtherUsers } = await import('../lib/outbox/action-store.ts')
  await deleteRouteSheetsOfOtherUsers(userId)
}

// A browser's translation must not break React.
// React still refers to the text nodes that the translation replaces by font elements.
// React could then neither remove, move nor update the text.
// See https://github.com/facebook/react/issues/11538.

/** For each text node that a page translator has replaced: the font element in its place. */
const translations = new WeakMap<Node, ChildNode>()

const isTranslation = (node: Node | null | undefined): node is ChildNode => node?.nodeName === 'FONT'

/**
 * Remembers which text nodes a browser's translator replaced, and with what.
 * A translator replaces a node in one or two steps.
 */
function noteReplacements(records: readonly MutationRecord[]): void {
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    const translation = [...addedNodes, previousSibling, nextSibling].find(isTranslation)
    if (!translation) continue
    for (const node of removedNodes) if (node.nodeType === Node.TEXT_NODE) translations.set(node, translation)
  }
}

/**
 * Patches React's DOM methods, so that React works after a browser has translated the page.
 * Call it once, before the page is translated.
 */
function patchDomForPageTranslators(root: Node): void {
  const observer = new MutationObserver(noteReplacements)
  observer.observe(root, { childList: true, subtree: true })
  /**
   * Returns the node that has replaced the given node in the page.
   * If there is none, returns the given node.
   */
  const standIn = (node: Node): Node => {
    if (!node.parentNode) noteReplacements(observer.takeRecords())
    const translation = node.parentNode ? undefined : translations.get(node)
    return translation?.parentNode ? translation : node
  }

  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const shown = standIn(child)
    if (shown.parentNode === this) removeChild.call(this, shown)
    else if (shown === child) return removeChild.call(this, child) as T
    return child
  }
  Node.prototype.insertBefore = function <T extends Node>(this: Node, child: T, before: Node | null): T {
    return insertBefore.call(this, standIn(child), before && standIn(before)) as unknown as T
  }
  const text = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...text,
    set(this: Node, value: string) {
      text?.set?.call(this, value)
      const shown = standIn(this)
      // A page translator replaced the text node.
      // Puts the node back with its new text, which the browser then translates again.
      if (shown !== this) shown.parentNode?.replaceChild(this, shown)
    },
  })
}
