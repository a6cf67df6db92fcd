/**
 * Pictures from the server in the required width.
 * They need the user's token, which an img element does not send.
 */
import { useEffect, useState } from 'react'
import { useStore } from 'react-redux'
import { PICTURE_WIDTHS, type PictureWidth } from '#contract/pictures/pictures.ts'
import { api } from './api.ts'
import { command } from './endpoints.ts'
import { file, type LoadedFile } from './file.ts'
import { createPictureCache, type PictureCache } from './picture-cache.ts'
import type { Store } from './store.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    picture: build.mutation(file('picture')),
    /** Uploads a picture; the response has the id for the command that stores it. */
    uploadPicture: build.mutation(command('uploadPicture')),
  }),
})
export const { useUploadPictureMutation } = calls

/** Returns the id of a picture: the hash at the end of its URL. */
const idIn = (url: string) => url.slice(url.lastIndexOf('/') + 1)

/** Loads the original or a scaled picture; rejects with a Failure. */
export function fetchPicture(store: Store, url: string, width?: PictureWidth): Promise<LoadedFile> {
  const args = { id: idIn(url), ...(width && { width }) }
  return store.dispatch(calls.endpoints.picture.initiate(args, { track: false })).unwrap()
}

/**
 * Returns the narrowest width that fills this many CSS px.
 * Returns undefined, the original, if none does.
 */
export const widthFor = (px: number, density: number): PictureWidth | undefined =>
  PICTURE_WIDTHS.find((width) => width >= px * density)

const shelves = new WeakMap<Store, PictureCache>()

/**
 * Returns the picture cache of a store.
 * Each store has its own, because users have different permissions.
 */
function shelfOf(store: Store): PictureCache {
  const load = async (key: string) => {
    const [url = '', width] = key.split('@')
    return (await fetchPicture(store, url, width ? (Number(width) as PictureWidth) : undefined)).url
  }
  const shelf = shelves.get(store) ?? createPictureCache(load, (url) => URL.revokeObjectURL(url))
  shelves.set(store, shelf)
  return shelf
}

export interface ShownPicture {
  /** URL in this page, once loaded. */
  src?: string
  failed: boolean
  retry(): void
}

/**
 * Loads the picture of a URL, `px` wide on the screen, or the original.
 * Loads nothing without a URL.
 */
export function usePicture(url: string | undefined, px?: number): ShownPicture {
  const store = useStore() as Store
  const width = px === undefined ? undefined : widthFor(px, window.devicePixelRatio)
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<Pick<ShownPicture, 'src' | 'failed'>>({ failed: false })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads the same picture again
  useEffect(() => {
    setState({ failed: false })
    if (!url) return
    let isWanted = true
    const taken = shelfOf(store).take(width ? `${url}@${width}` : url)
    taken.url.then(
      (src) => isWanted && setState({ src, failed: false }),
      () => isWanted && setState({ failed: true }),
    )
    return () => {
      isWanted = false
      taken.giveBack()
    }
  }, [store, url, width, attempt])
  return { ...state, retry: () => setAttempt(attempt + 1) }
}
