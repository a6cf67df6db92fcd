/** Owner of this browser's pushes; other users of the browser receive none until they enable them. */
import { browserStorage } from '#web/lib/format/storage.ts'

const KEY = 'wastesense_push_owner'

export const pushOwner = {
  is: (userId: string) => browserStorage.getItem(KEY) === userId,
  set: (userId: string) => browserStorage.setItem(KEY, userId),
  clear: () => browserStorage.removeItem(KEY),
}
