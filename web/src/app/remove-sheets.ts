/**
 * Removes drivers' sheets from this browser once their driver is not signed in, because the sheets say where bins are.
 */
import type { Store } from '#web/lib/api/api.ts'
import { SHIFT_DATABASE } from '../lib/outbox/stored.ts'

/**
 * Follows the store's session and removes the sheets of other drivers.
 * Outcomes that are not sent yet stay for their driver.
 */
export function removeOtherDriversSheets(store: Store): void {
  let checked: string | undefined
  const check = () => {
    const { loading, user } = store.getState().session
    const userId = user?.id ?? ''
    if (loading || userId === checked) return
    checked = userId
    removeExcept(userId).catch((error) => console.warn('The sheets in this browser could not be removed.', error))
  }
  check()
  store.subscribe(check)
}

async function removeExcept(userId: string): Promise<void> {
  // Most browsers never had a driver. They load no code for the removal.
  const databases = await indexedDB.databases?.()
  if (databases?.every(({ name }) => name !== SHIFT_DATABASE)) return
  const { deleteSheetsOfOthers: forgetSheets } = await import('../lib/outbox/action-store.ts')
  await forgetSheets(userId)
}
