/** Downloads a picture and reports the progress. */
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'react-redux'
import { saveFile } from '#web/lib/api/file.ts'
import { fetchPicture } from '#web/lib/api/pictures.ts'
import type { Store } from '#web/lib/api/store.ts'
import { toastDownload } from '#web/ui/download-toast.tsx'

const WORDS = {
  preparing: 'Preparing download...',
  completed: 'Download completed!',
  failed: 'Download failed. Please try again.',
}
export type DownloadState = 'idle' | keyof typeof WORDS

/** Time that the result stays visible, in ms. */
const SHOWN_MS = 3_000

export interface Download {
  state: DownloadState
  /** Text of the state; '' when idle. */
  message: string
  /** Disables the buttons. */
  busy: boolean
  /** `url` is the server URL, as in views. */
  download(url: string, name: string): Promise<void>
}

export function useDownload(): Download {
  const store = useStore() as Store
  const [state, setState] = useState<DownloadState>('idle')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const say = (next: keyof typeof WORDS) => {
    setState(next)
    toastDownload(next, WORDS[next], SHOWN_MS)
  }
  const busy = state === 'preparing'
  async function download(url: string, name: string) {
    if (busy) return
    clearTimeout(timer.current)
    say('preparing')
    try {
      saveFile({ ...(await fetchPicture(store, url)), name })
      say('completed')
    } catch (error) {
      console.error('A picture could not be downloaded.', error)
      say('failed')
    }
    timer.current = setTimeout(setState, SHOWN_MS, 'idle')
  }
  return { state, message: state === 'idle' ? '' : WORDS[state], busy, download }
}
