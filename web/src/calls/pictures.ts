/** Pictures from the server: fetched with the reader's token, which an img element does not send, in the width that is needed. */
import { useEffect, useState } from 'react'
import { useStore } from 'react-redux'
import { PICTURE_WIDTHS, type PictureWidth } from '#contract/waste/pictures.ts'
import { api } from './api.ts'
import { command } from './endpoints.ts'
import { file, type KeptFile } from './file.ts'
import { createShelf, type Shelf } from './picture-shelf.ts'
import type { Store } from './store.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    picture: build.mutation(file('picture')),
    /** Sends a picture; its answer names it for the command that keeps it. */
    uploadPicture: build.mutation(command('uploadPicture')),
  }),
})
export const { useUploadPictureMutation } = calls

/** What views call a picture: its URL, which ends with its hash. */
const idIn = (url: string) => url.slice(url.lastIndexOf('/') + 1)

/** The whole picture, or one no wider than that; rejects with the api's Failure. */
export function fetchPicture(store: Store, url: string, width?: PictureWidth): Promise<KeptFile> {
  const args = { id: idIn(url), ...(width && { width }) }
  return store.dispatch(calls.endpoints.picture.initiate(args, { track: false })).unwrap()
}

/** The narrowest that fills so many CSS px on this screen; undefined, the whole, where none does. */
export const widthFor = (px: number, density: number): PictureWidth | undefined =>
  PICTURE_WIDTHS.find((width) => width >= px * density)

const shelves = new WeakMap<Store, Shelf>()

/** Of this page; each store has its own, since what one person may see is not for the next. */
function shelfOf(store: Store): Shelf {
  const load = async (key: string) => {
    const [url = '', width] = key.split('@')
    return (await fetchPicture(store, url, width ? (Number(width) as PictureWidth) : undefined)).url
  }
  const shelf = shelves.get(store) ?? createShelf(load, (url) => URL.revokeObjectURL(url))
  shelves.set(store, shelf)
  return shelf
}

export interface ShownPicture {
  /** Where this page has it, once it has come. */
  src?: string
  failed: boolean
  retry(): void
}

/** The picture of a URL, `px` wide on the screen; whole where no width is said. Nothing is fetched without a URL. */
export function usePicture(url: string | undefined, px?: number): ShownPicture {
  const store = useStore() as Store
  const width = px === undefined ? undefined : widthFor(px, window.devicePixelRatio)
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<Pick<ShownPicture, 'src' | 'failed'>>({ failed: false })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is the same picture, fetched again
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
