/**
 * Reference-counted cache of pictures.
 * A picture loads once and is freed after its last user.
 */

export interface PictureCache {
  /**
   * Returns the picture's URL in this page.
   * The caller calls `giveBack` once, also after a failed load.
   */
  take(key: string): { url: Promise<string>; giveBack(): void }
}

/**
 * Creates a cache.
 * `load` loads a picture and returns its URL; `drop` frees it.
 * A failed picture reloads for the next user.
 */
export function createPictureCache(load: (key: string) => Promise<string>, drop: (url: string) => void): PictureCache {
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
          // A failed load holds nothing to free; its callers received the error.
          picture.url.then(drop, () => undefined)
        },
      }
    },
  }
}
