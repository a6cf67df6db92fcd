/** Owner of this browser's pushes; other users of the browser receive none until they enable them. */
import { remembered } from '#web/format/storage.ts'

const KEY = 'wastesense_push_owner'

export const pushOwner = {
  is: (userId: string) => remembered.getItem(KEY) === userId,
  set: (userId: string) => remembered.setItem(KEY, userId),
  clear: () => remembered.removeItem(KEY),
}
