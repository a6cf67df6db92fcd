/** Downloads: their state, toast and buttons. */

import { t } from '@lingui/core/macro'
import { Button, type ButtonProps } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDownload, IconPhotoDown, IconTableDown } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useStore } from 'react-redux'
import { failureReasonOf, type Store } from '#web/lib/api/api.ts'
import { fetchPicture } from '#web/lib/api/pictures.tsx'
import { downloadFile } from '#web/lib/api/request.ts'
import { useCommandsDisabled } from '#web/lib/hooks/replay-context.ts'
import classes from './controls.module.css'
import { hideEarlierToasts, showToast, toastKinds, trackToast } from './toasts.tsx'

const DOWNLOAD = { preparing: 'info', completed: 'success', failed: 'error' } as const

/**
 * Shows a download's state in one toast, whose text changes.
 * The toast closes `shownMs` after the download ends.
 */
export function toastDownload(state: keyof typeof DOWNLOAD, title: string, shownMs: number): void {
  const { icon: Icon, color, role, priority } = toastKinds[DOWNLOAD[state]]
  const shown = {
    id: 'download',
    title,
    message: undefined,
    color,
    role,
    priority,
    loading: state === 'preparing',
    icon: <Icon size={18} aria-hidden="true" />,
    autoClose: state === 'preparing' ? (false as const) : shownMs,
    position: 'bottom-right' as const,
    closeButtonProps: { 'aria-label': t`Dismiss` },
  }
  hideEarlierToasts()
  // `show` restores a dismissed toast; `update` changes a visible one.
  notifications.show(shown)
  notifications.update(shown)
  trackToast(shown.id, priority)
}

const downloadTexts = () => ({
  preparing: t`Preparing download...`,
  completed: t`Download completed!`,
  failed: t`Download failed. Please try again.`,
})
type DownloadState = 'idle' | keyof ReturnType<typeof downloadTexts>

/** Time in ms during which the result stays visible. */
const SHOWN_MS = 3_000

interface Download {
  state: DownloadState
  /** Text about the current download; empty if there is none. */
  message: string
  /**
   * True while a download runs.
   * The buttons are then disabled.
   */
  busy: boolean
  /**
   * Downloads a picture.
   * `url` is its server URL from the views.
   */
  download(url: string, name: string): Promise<void>
}

/** Returns a function that downloads a picture, and the download's state. */
export function useDownload(): Download {
  const store = useStore() as Store
  const [state, setState] = useState<DownloadState>('idle')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const say = (next: keyof ReturnType<typeof downloadTexts>) => {
    setState(next)
    toastDownload(next, downloadTexts()[next], SHOWN_MS)
  }
  const busy = state === 'preparing'
  async function download(url: string, name: string) {
    if (busy) return
    clearTimeout(timer.current)
    say('preparing')
    try {
      downloadFile({ ...(await fetchPicture(store, url)), name })
      say('completed')
    } catch (error) {
      console.error('A picture could not be downloaded.', error)
      say('failed')
    }
    timer.current = setTimeout(setState, SHOWN_MS, 'idle')
  }
  return { state, message: state === 'idle' ? '' : downloadTexts()[state], busy, download }
}

interface DownloadButtonProps extends ButtonProps {
  fetch(): Promise<Parameters<typeof downloadFile>[0]>
  children: string
}

/** Button that downloads a CSV and then shows the result. */
export function DownloadButton({ fetch, ...button }: DownloadButtonProps) {
  const off = useCommandsDisabled()

  async function download() {
    try {
      const file = await fetch()
      downloadFile(file)
      showToast('success', t`Download completed!`, file.name)
    } catch (error) {
      showToast('error', t`The file could not be downloaded`, failureReasonOf(error))
    }
  }

  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      onClick={() => void download()}
      {...off}
      {...button}
    />
  )
}

interface ExportButtonsProps {
  /** Title of the panel, such as 'Trend Analysis, All Sites'. */
  title: string
  /** Name of the file, without its extension. */
  name: string
  csv(): string
  /** Element that contains the charts. */
  part: RefObject<HTMLElement | null>
}

/** Buttons that save a panel's figures as CSV and its charts as a picture. */
export function ExportButtons({ title, name, csv, part }: ExportButtonsProps) {
  const [busy, setBusy] = useState(false)

  async function keep(ending: string, content: () => Promise<Blob | undefined>) {
    setBusy(true)
    try {
      const blob = await content()
      if (!blob) return showToast('info', t`There is no chart to download`, t`Show the figures as a chart first.`)
      downloadFile({ url: URL.createObjectURL(blob), name: `${name}.${ending}` })
      showToast('success', t`Download completed!`, `${name}.${ending}`)
    } catch (error) {
      console.warn('What is shown could not be kept.', error)
      showToast('error', t`Download failed. Please try again.`)
    } finally {
      setBusy(false)
    }
  }

  const asTable = async () => new Blob([csv()], { type: 'text/csv;charset=utf-8' })
  const asPicture = async () =>
    part.current ? (await import('#web/ui/charts/chart-picture.ts')).renderChartsAsPng(part.current, title) : undefined
  return (
    <span className={classes.exports}>
      <Keep
        label={t`${title}: download as ${{ format: 'CSV' }}`}
        busy={busy}
        icon={IconTableDown}
        act={() => void keep('csv', asTable)}
      >
        CSV
      </Keep>
      <Keep
        label={t`${title}: download as ${{ format: 'PNG' }}`}
        busy={busy}
        icon={IconPhotoDown}
        act={() => void keep('png', asPicture)}
      >
        PNG
      </Keep>
    </span>
  )
}

interface KeepProps {
  label: string
  busy: boolean
  icon: typeof IconTableDown
  act(): void
  children: string
}

function Keep({ label, busy, icon: Icon, act, children }: KeepProps) {
  return (
    <Button
      variant="default"
      px="sm"
      fz="xs"
      leftSection={<Icon size={16} aria-hidden="true" />}
      aria-label={label}
      disabled={busy}
      onClick={act}
    >
      {children}
    </Button>
  )
}
