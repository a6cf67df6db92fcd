/** Pictures that this page shows, each fetched once however many show it, and let go when nobody does any more. */

export interface Shelf {
  /** The picture's address on this page. Whoever takes one gives it back once, also when it never came. */
  take(key: string): { url: Promise<string>; giveBack(): void }
}

/** `load` fetches one and answers an address for it; `drop` frees what that holds. What failed is fetched anew for the next. */
export function createShelf(load: (key: string) => Promise<string>, drop: (url: string) => void): Shelf {
  const held = new Map<string, { url: Promise<string>; users: number }>()
  return {
    take(key) {
      const picture = held.get(key) ?? { url: load(key), users: 0 }
      held.set(key, picture)
      picture.users++
      const forget = () => held.get(key) === picture && held.delete(key)
      picture.url.catch(forget)
      return {
        url: picture.url,
        giveBack() {
          picture.users--
          if (picture.users > 0) return
          forget()
          // One that never came holds nothing; whoever took it has been told why.
          picture.url.then(drop, () => undefined)
        },
      }
    },
  }
}
