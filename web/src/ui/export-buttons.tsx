/** Buttons that save a panel: its figures as a table, its charts as a picture. */
import { Button } from '@mantine/core'
import { IconPhotoDown, IconTableDown } from '@tabler/icons-react'
import { type RefObject, useState } from 'react'
import { saveFile } from '#web/lib/api/file.ts'
import { toast } from '#web/ui/toasts.tsx'
import classes from './export-buttons.module.css'

export interface ExportButtonsProps {
  /** Title of the panel: 'Trend Analysis, All Sites'. */
  title: string
  /** File name without its extension. */
  name: string
  csv(): string
  /** Element that contains the charts. */
  part: RefObject<HTMLElement | null>
}

export function ExportButtons({ title, name, csv, part }: ExportButtonsProps) {
  const [busy, setBusy] = useState(false)

  async function keep(ending: string, content: () => Promise<Blob | undefined>) {
    setBusy(true)
    try {
      const blob = await content()
      if (!blob) return toast('info', 'There is no chart to keep', 'Show it as a chart first.')
      saveFile({ url: URL.createObjectURL(blob), name: `${name}.${ending}` })
      toast('success', 'Download completed!', `${name}.${ending}`)
    } catch (error) {
      console.warn('What is shown could not be kept.', error)
      toast('error', 'Download failed. Please try again.')
    } finally {
      setBusy(false)
    }
  }

  const asTable = async () => new Blob([csv()], { type: 'text/csv;charset=utf-8' })
  const asPicture = async () =>
    part.current ? (await import('#web/ui/charts/chart-picture.ts')).chartsAsPng(part.current, title) : undefined
  return (
    <span className={classes.exports}>
      <Keep label={`${title}: download as CSV`} busy={busy} icon={IconTableDown} act={() => void keep('csv', asTable)}>
        CSV
      </Keep>
      <Keep
        label={`${title}: download as PNG`}
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
      mih={44}
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
