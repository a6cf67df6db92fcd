/** AI Visual Analysis: the annotated pictures of a day, of all sites the newest and then one of each. */
import { Button } from '@mantine/core'
import { IconCheck, IconDownload, IconPhotoOff, IconZoomIn } from '@tabler/icons-react'
import { useState } from 'react'
import type { CompositionRecord } from '#contract/views.ts'
import { Picture } from '#web/calls/picture.tsx'
import { PictureViewer } from '#web/calls/picture-viewer.tsx'
import { type Download, useDownload } from '#web/calls/use-download.ts'
import { Badge } from '#web/components/badge.tsx'
import { Panel } from '#web/components/panel.tsx'
import { EmptyState } from '#web/components/states.tsx'
import { analysisFileName } from '#web/format/file-names.ts'
import { ALL } from './chosen.ts'
import classes from './insights.module.css'

const NEWEST_WIDTH = 640
const EACH_WIDTH = 320

export interface SitePicturesProps {
  siteId: string
  /** The last record of each site on the day. */
  records: readonly CompositionRecord[]
  nameOf(siteId: string): string
}

/** A record that has a picture. */
type Pictured = CompositionRecord & { image_url: string }

export function SitePictures({ siteId, records, nameOf }: SitePicturesProps) {
  const [shown, setShown] = useState<Pictured | null>(null)
  const [opened, setOpened] = useState(false)
  const download = useDownload()
  const pictured = records.filter((record): record is Pictured => record.image_url !== undefined)
  const [newest] = pictured.toSorted((a, b) => b.created_at.localeCompare(a.created_at))
  const shared = {
    nameOf,
    download,
    zoom: (record: Pictured) => {
      setShown(record)
      setOpened(true)
    },
  }
  return (
    <Panel title="AI Visual Analysis">
      {newest ? (
        <div className={classes.visual}>
          <Analysed {...shared} record={newest} width={NEWEST_WIDTH} />
          {siteId === ALL && (
            <div>
              <h3 className={classes.heading}>Site-by-Site Analysis</h3>
              <ul className={classes.pictures}>
                {pictured.map((record) => (
                  <li key={record.site_id}>
                    <Analysed {...shared} record={record} width={EACH_WIDTH} />
                  </li>
                ))}
              </ul>
            </div>
          )}
        </div>
      ) : (
        <EmptyState icon={IconPhotoOff} title="No annotated picture of this day">
          It appears here when a photo of the site’s waste is analysed.
        </EmptyState>
      )}
      {shown && (
        <PictureViewer
          opened={opened}
          close={() => setOpened(false)}
          url={shown.image_url}
          title={nameOf(shown.site_id)}
          alt={altOf(nameOf(shown.site_id))}
          caption="Press ESC to close"
          actions={<Keep record={shown} name={nameOf(shown.site_id)} download={download} />}
        />
      )}
    </Panel>
  )
}

const altOf = (site: string) => `Annotated photo of the waste at ${site}`

interface AnalysedProps {
  record: Pictured
  width: number
  nameOf(siteId: string): string
  download: Download
  zoom(record: Pictured): void
}

function Analysed({ record, width, nameOf, download, zoom }: AnalysedProps) {
  const name = nameOf(record.site_id)
  return (
    <figure className={classes.analysed}>
      <Picture
        url={record.image_url}
        alt={altOf(name)}
        width={width}
        actions={
          <>
            <Button
              variant="default"
              mih={44}
              leftSection={<IconZoomIn size={16} aria-hidden="true" />}
              aria-label={`Zoom: ${name}`}
              onClick={() => zoom(record)}
            >
              Zoom
            </Button>
            <Keep record={record} name={name} download={download} />
          </>
        }
      />
      <figcaption className={classes.caption}>
        <span>{name}</span>
        <Badge tone="done">
          Analysis Complete <IconCheck size={14} aria-hidden="true" />
        </Badge>
      </figcaption>
    </figure>
  )
}

function Keep({ record, name, download }: { record: Pictured; name: string; download: Download }) {
  const keep = () => download.download(record.image_url, analysisFileName(name, Date.parse(record.created_at)))
  return (
    <Button
      variant="default"
      mih={44}
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      aria-label={`Download: ${name}`}
      disabled={download.busy}
      onClick={() => void keep()}
    >
      {download.busy ? 'Downloading...' : 'Download'}
    </Button>
  )
}
