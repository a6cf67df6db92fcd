/**
 * Analysed pictures of a site.
 * They can be enlarged and downloaded.
 */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconDownload, IconZoomIn } from '@tabler/icons-react'
import { useState } from 'react'
import type { CompositionRecord } from '#contract/views.ts'
import { Picture } from '#web/lib/api/pictures.tsx'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { accessibleActionNameOf, createAnalysisFileName, siteNameOf } from '#web/lib/format/names.ts'
import { useDownload } from '#web/ui/downloads.tsx'
import { createPreloadHandlers, LazyDialog } from '#web/ui/page.tsx'
import insightsClasses from './insights/insights.module.css'
import { latestSitePicturesOf } from './insights/insights.ts'
import classes from './sites.module.css'

/** Maximum width in px; a 4:3 picture is then 280 px high. */
const WIDTH = 373

/** Returns whether the device probably has a keyboard with Escape key. */
const hasKeys = () => window.matchMedia('(hover: hover)').matches

const load = async () => (await import('#web/ui/picture-viewer.tsx')).PictureViewer
const ahead = createPreloadHandlers(load)

interface VisualAnalysisProps {
  /** URL of the picture on the server, as in the rows of the views. */
  url: string
  /** Name of the site that the picture shows. */
  site: string
  /** Time at which the picture was taken, in epoch ms. */
  at: number
  /**
   * Title of the picture.
   * Needed where several pictures would all be titled 'AI Visual Analysis'.
   */
  title?: string
}

export function VisualAnalysis({ url, site, at, title = t`AI Visual Analysis` }: VisualAnalysisProps) {
  const [opened, setOpened] = useState(false)
  const { busy, download } = useDownload()
  const shown = { url, alt: t`Photo of the waste at ${site}` }
  const keep = (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      disabled={busy}
      aria-label={accessibleActionNameOf(busy ? t`Downloading...` : t`Download`, site)}
      onClick={() => void download(url, createAnalysisFileName(site, at))}
    >
      {busy ? t`Downloading...` : t`Download`}
    </Button>
  )
  const enlarge = (
    <Button
      variant="default"
      leftSection={<IconZoomIn size={16} aria-hidden="true" />}
      aria-label={accessibleActionNameOf(t`Zoom`, site)}
      onClick={() => setOpened(true)}
      {...ahead}
    >
      <Trans>Zoom</Trans>
    </Button>
  )
  return (
    <div className={classes.analysis}>
      <h3 className={classes.title}>{title}</h3>
      <Picture
        {...shown}
        width={WIDTH}
        actions={
          <>
            {enlarge}
            {keep}
          </>
        }
      />
      <p className={classes.strip}>
        <strong>
          <Trans>Analysis Complete</Trans>
        </strong>{' '}
        <span>
          <Trans>Objects Detected</Trans>
        </span>{' '}
        <span>
          <Trans>Classified</Trans>
        </span>
      </p>
      <LazyDialog
        load={load}
        props={{
          ...shown,
          opened,
          close: () => setOpened(false),
          title: t`Image Zoom: ${site}`,
          caption: hasKeys()
            ? t`AI-analyzed waste detection with object recognition. Press ESC to close.`
            : t`AI-analyzed waste detection with object recognition`,
          actions: keep,
        }}
      />
    </div>
  )
}

interface DayPicturesProps {
  records: readonly CompositionRecord[]
  /** True to show the pictures of all sites. */
  all: boolean
}

/** Panel 'AI Visual Analysis': the pictures of one day, one per site. */
export function DayPictures({ records, all }: DayPicturesProps) {
  const { rows: sites } = useRoom('sites')
  const pictures = latestSitePicturesOf(records)
  if (pictures.length === 0) return null
  const nameOf = (siteId: string) => siteNameOf(sites, siteId)
  return (
    <div className={insightsClasses.pictures}>
      {all && (
        <h3 className={insightsClasses.heading}>
          <Trans>Site-by-Site Analysis</Trans>
        </h3>
      )}
      <div className={insightsClasses.breakdown}>
        {pictures.map(({ siteId, url, at }) => (
          <VisualAnalysis
            key={siteId}
            url={url}
            at={at}
            site={nameOf(siteId)}
            {...(all && { title: t`AI Visual Analysis: ${{ site: nameOf(siteId) }}` })}
          />
        ))}
      </div>
    </div>
  )
}
