/** Who switched pushes on in this browser: nobody else who signs in is pushed anything before they want it. */
const KEY = 'wastesense_push_owner'

export const pushOwner = {
  is: (userId: string) => localStorage.getItem(KEY) === userId,
  set: (userId: string) => localStorage.setItem(KEY, userId),
  clear: () => localStorage.removeItem(KEY),
}
