/** Loads pictures with the session’s token, caches them, and shows them. */

import { Trans } from '@lingui/react/macro'
import { Button, Skeleton } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'react-redux'
import { PICTURE_WIDTHS, type PictureWidth } from '#contract/pictures/pictures.ts'
import { api, type Store } from './api.ts'
import classes from './picture.module.css'
import { defineCommand, defineFile, type LoadedFile, urlOf } from './request.ts'

// Picture cache that counts each picture's users.
// A picture loads once and is freed after its last user.

interface PictureCache {
  /**
   * Returns a picture's object URL.
   * Callers must call `giveBack` once, even after failures.
   */
  take(key: string): { url: Promise<string>; giveBack(): void }
}

/**
 * Creates a cache of pictures.
 * `load` loads a picture and returns its URL; `drop` frees it.
 * After a failure, the next user of the picture loads it again.
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
          // A picture that failed to load needs no release.
          // Its error is ignored, because callers of `take` receive it too.
          picture.url.then(drop, () => undefined)
        },
      }
    },
  }
}

// API endpoints for pictures.
// Loading needs the user's token, which img elements do not send.

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    picture: build.mutation(defineFile('picture')),
    /** Loads the crew's photo of the resident's own bin. */
    reportPicture: build.mutation(defineFile('reportPicture')),
    /**
     * Uploads a picture.
     * Returns an id, which a later command stores.
     */
    uploadPicture: build.mutation(defineCommand('uploadPicture')),
  }),
})
export const { useUploadPictureMutation } = calls

/**
 * Returns the id at the end of a picture's URL.
 * It is the picture's hash, or for a resident's photo the id of the report.
 */
const idIn = (url: string) => decodeURIComponent(url.slice(url.lastIndexOf('/') + 1))
const isOwnPhoto = (url: string) => url.startsWith(urlOf('reportPicture', { id: '' }))

/**
 * Loads a picture in `width` or original size.
 * Rejects with a Failure.
 */
export function fetchPicture(store: Store, url: string, width?: PictureWidth): Promise<LoadedFile> {
  const { picture, reportPicture } = calls.endpoints
  if (isOwnPhoto(url)) return store.dispatch(reportPicture.initiate({ id: idIn(url) }, { track: false })).unwrap()
  const args = { id: idIn(url), ...(width && { width }) }
  return store.dispatch(picture.initiate(args, { track: false })).unwrap()
}

/**
 * Returns the smallest available picture width that fills `px` CSS pixels.
 * Returns undefined (the original size) if every available width is too small.
 */
const widthFor = (px: number, density: number): PictureWidth | undefined =>
  PICTURE_WIDTHS.find((width) => width >= px * density)

const shelves = new WeakMap<Store, PictureCache>()

/**
 * Returns a store's picture cache.
 * Stores have separate caches, because permissions differ by user.
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

interface ShownPicture {
  /** Object URL of the picture, once it has loaded. */
  src?: string
  failed: boolean
  retry(): void
}

/**
 * Loads a picture for a width of `px`, or in original size.
 * Loads nothing if `url` is undefined.
 */
export function usePicture(url: string | undefined, px?: number): ShownPicture {
  const store = useStore() as Store
  const width = px === undefined ? undefined : widthFor(px, window.devicePixelRatio)
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<Pick<ShownPicture, 'src' | 'failed'>>({ failed: false })
  // The effect depends on `attempt`, so that a retry loads the same picture again.
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

interface PictureProps {
  /** URL of the picture on the server, as in the rows of the views. */
  url: string
  alt: string
  /** Largest width in CSS px, which limits the loaded picture's size. */
  width: number
  /** Aspect ratio of the picture: width divided by height, such as 4 / 3. */
  ratio?: number
  /**
   * Buttons on the picture.
   * They appear on hover and focus; on touch screens they are always visible.
   */
  actions?: ReactNode
}

/** Shows a server picture in a box whose size is known before loading. */
export function Picture({ url, alt, width, ratio = 4 / 3, actions }: PictureProps) {
  const { src, failed, retry } = usePicture(url, width)
  return (
    <div className={classes.place} style={{ aspectRatio: ratio, maxWidth: width }} aria-busy={!src && !failed}>
      {src && <img className={classes.image} src={src} alt={alt} decoding="async" />}
      {src && actions && <div className={classes.actions}>{actions}</div>}
      {!src && !failed && <Skeleton height="100%" />}
      {failed && (
        <div className={classes.failed} role="alert">
          <IconPhotoOff size={24} stroke={1.5} aria-hidden="true" />
          <p>
            <Trans>This picture could not be loaded.</Trans>
          </p>
          <Button variant="default" onClick={retry}>
            <Trans>Retry</Trans>
          </Button>
        </div>
      )}
    </div>
  )
}
