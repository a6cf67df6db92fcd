/** AI Visual Analysis of a site: its newest annotated picture, to be looked at closely and kept. */
import { Button } from '@mantine/core'
import { IconCheck, IconDownload, IconZoomIn } from '@tabler/icons-react'
import { useState } from 'react'
import { Picture } from '#web/calls/picture.tsx'
import { PictureViewer } from '#web/calls/picture-viewer.tsx'
import { type Download, useDownload } from '#web/calls/use-download.ts'
import { analysisFileName } from '#web/format/file-names.ts'
import classes from './site-picture.module.css'

/** CSS px; at 4 to 3 it is 280 high. */
const WIDTH = 373

export interface SitePictureProps {
  site: string
  url: string
  /** When the site was updated with it, ISO 8601. */
  at: string
}

export function SitePicture({ site, url, at }: SitePictureProps) {
  const [opened, setOpened] = useState(false)
  const download = useDownload()
  const keep = (
    <Keep
      download={download}
      site={site}
      save={() => void download.download(url, analysisFileName(site, Date.parse(at)))}
    />
  )
  const alt = `Annotated photo of the waste at ${site}`
  return (
    <section className={classes.analysis}>
      <h3 className={classes.heading}>AI Visual Analysis</h3>
      <Picture
        url={url}
        alt={alt}
        width={WIDTH}
        actions={
          <>
            <Button
              variant="default"
              mih={44}
              leftSection={<IconZoomIn size={16} aria-hidden="true" />}
              aria-label={`Zoom: ${site}`}
              onClick={() => setOpened(true)}
            >
              Zoom
            </Button>
            {keep}
          </>
        }
      />
      <p className={classes.strip}>
        <span className={classes.done}>
          <IconCheck size={16} aria-hidden="true" /> Analysis Complete
        </span>
        <span>Objects Detected</span>
        <span>Classified</span>
      </p>
      <PictureViewer
        opened={opened}
        close={() => setOpened(false)}
        url={url}
        alt={alt}
        title={`Image Zoom – ${site}`}
        caption="AI-analyzed waste detection with object recognition"
        actions={keep}
      />
    </section>
  )
}

function Keep({ download, site, save }: { download: Download; site: string; save(): void }) {
  return (
    <Button
      variant="default"
      mih={44}
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      aria-label={`Download: ${site}`}
      disabled={download.busy}
      onClick={save}
    >
      {download.busy ? 'Downloading...' : 'Download'}
    </Button>
  )
}
