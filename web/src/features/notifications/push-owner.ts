/** Who switched pushes on in this browser: nobody else who signs in is pushed anything before they want it. */
import { remembered } from '#web/format/storage.ts'

const KEY = 'wastesense_push_owner'

export const pushOwner = {
  is: (userId: string) => remembered.getItem(KEY) === userId,
  set: (userId: string) => remembered.setItem(KEY, userId),
  clear: () => remembered.removeItem(KEY),
}
